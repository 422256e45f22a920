# %% [markdown] lang=en
# ## The text
#
# A short tale, written for this notebook: some 7000 characters. It's little for a language model, and enough to see one
# learn. Any text of your own will do too.
# %% [markdown] lang=es
# ## El texto
#
# Un cuento breve, escrito para este notebook: unos 7000 caracteres. Es poco para un modelo de lenguaje, y basta para
# ver cómo aprende uno. También sirve cualquier texto tuyo.
# %% lang=en
text = """\
The mill cat

There was a small village by a river. It had one street, one bridge, one bakery and one mill, and
the mill had a cat. The cat was grey like flour that has been in the rain, and it had no name. The
children called it Cat, the miller called it You, and the baker called it Thief, because of a fish
that had gone from the table on a Friday long ago. The cat came to all three names if there was
something to eat, and to none of them if there was not.

The river came down from the hills, cold and clear, and turned the wheel of the mill. By day the
wheel sang a low song, round and round, and the stones inside it ground the corn. By night the
miller stopped the wheel, and then the village could hear the river itself. It said the same thing
every night, and nobody knew what it was. The old people said that the river was counting. The
children said that it was looking for something. The cat sat on the wall, listened, and said
nothing.

In that village lived a girl whose name was Nora. She was nine years old and she asked a lot of
questions. Why does the river never stop? Where does the water go? Who was here before the mill? Her
mother answered the first question, her father answered the second, and her grandmother laughed at
the third. "Ask the river," said her grandmother. "It was here before all of us."

So Nora went down to the river in the evening, when the wheel stood still. She sat on the wall
beside the cat. The sun went down behind the hills, the bats came out from under the bridge, and the
first star stood over the mill.

"River," said Nora, "who was here before the mill?"

The river said what it always said. The cat looked at the water, then at Nora, and then it closed
its eyes.

"It does not answer," said Nora.

She came back the next evening, and the evening after that. She brought bread for herself and a
piece of cheese for the cat. The cat ate the cheese first and the bread second. On the third evening
Nora did not ask anything. She only sat on the wall and listened, as the cat did, and for the first
time she heard that the river had not one voice but many. There was a high voice where the water ran
over the stones, and a deep voice under the bridge, and between them a soft voice in the reeds that
came and went with the wind.

"You hear it too," said Nora to the cat. The cat moved one ear.

That summer it did not rain. The corn stood yellow in the fields, the grass grew brown, and the
river grew thin. First the soft voice went, because there was no more water in the reeds. Then the
deep voice went, because there was no more depth under the bridge. In August the wheel stood still
by day as well as by night, and the miller sat in front of his mill with his hands on his knees.
There was corn, but there was no flour. There was an oven, but there was no bread. The baker closed
his door and went to look at the sky, and the sky was blue from one end to the other.

The people of the village came together on the bridge. One said that they should dig a well. One
said that they should wait for the rain. One said that they should go away, over the hills, to the
town, where there was water in pipes. They talked until it was dark, and when it was dark they were
where they had been before.

Nora sat on the wall. Only one voice was left, the high one, and it was so quiet that she had to
hold her breath to hear it. And then she saw that the cat was not there.

In all those weeks the cat had never been late. Nora looked behind the wall and under the bridge.
She called it by all its names. Then she saw it, far up the river, a small grey thing on the white
stones. It was walking on the dry bed of the river, up towards the hills, as if somebody had called
it by a fourth name.

Nora ran after it. The stones were still warm from the day. The cat did not run, but it did not stop
either. They went past the last house, past the last field, past the old willow that nobody had
planted. They went where the hills come close together and the river is narrow. Nora had never been
so far. The moon came up, and by its light she saw what had happened.

A tree had come down from the hill. It was a very old tree, and it lay across the river from one
side to the other. Earth and stones and branches had come after it, and behind them stood the water.
It was not gone. It was there, dark and still, a long black lake between the hills, with the moon in
the middle of it. Only a small stream found its way under the tree, and that stream was the high
voice that Nora had heard from the wall.

The cat sat down on the tree. It looked at the water, and then it looked at Nora, as somebody looks
who has said a thing many times and is now tired of saying it.

"So that is what you were counting," said Nora to the river. "You were counting the days."

She ran back down the hill, all the way, over the white stones, past the willow, past the fields.
She ran onto the bridge and rang the bell that was only for fire. All the doors opened. All the
people came out in their night shirts, with buckets in their hands, and asked where the fire was.

"There is no fire," said Nora. "There is water."

They did not believe her at first. But the miller got up from his chair, because he wanted to
believe her, and the baker went with him, because the miller was his friend. In the morning they
went up with saws and ropes and two horses. They worked all day, and all the next day. They cut the
old tree into five pieces and pulled them out, one after the other. When the fifth piece moved, the
stones moved, and the earth moved, and everybody ran up the hill as fast as they could.

The river came down. It came down brown and loud, with leaves and branches in its arms. It filled
the white bed from one side to the other. It went past the willow and past the fields, it went under
the bridge, and it put its shoulder to the wheel. The wheel stood still for a moment, as if it had
to remember. Then it turned.

That evening there was bread in the village. The baker gave the first loaf to Nora, and he put a
fish on the table, a whole fish, and opened the window, and went out of the room. When he came back
the fish was gone. He never said Thief again.

In autumn it rained, and the river was as it had always been. From the five pieces of the old tree
the people made a bench, and they put the bench beside the wall, so that one could sit there in the
evening, when the wheel stood still. Nora sat there often. She was ten years old now, and she still
asked a lot of questions, but she had learned to be quiet after each of them.

"Who was here before the mill?" she asked.

The high voice ran over the stones. The deep voice answered under the bridge. The soft voice came
and went in the reeds. Beside her on the bench sat a grey cat with three names, or perhaps four, and
listened with one ear, and kept the other one for the sound of a window that somebody opens.
"""
print(len(text), "characters")
# %% lang=es
texto = """\
La gata del molino

Había una vez un pueblo pequeño junto a un río. Tenía una calle, un puente, una panadería y un
molino, y el molino tenía una gata. La gata era gris como la harina cuando se moja, y no tenía
nombre. Los niños la llamaban Gata, el molinero la llamaba Tú, y el panadero la llamaba Ladrona, por
un pescado que un viernes, hacía mucho tiempo, había desaparecido de la mesa. La gata acudía a los
tres nombres si había algo de comer, y a ninguno si no lo había.

El río bajaba de los montes, frío y claro, y movía la rueda del molino. De día la rueda cantaba una
canción muy baja, vuelta tras vuelta, y dentro las piedras molían el trigo. De noche el molinero
paraba la rueda, y entonces en el pueblo se oía el río. Decía lo mismo todas las noches, y nadie
sabía qué era. Los viejos decían que el río contaba. Los niños decían que buscaba algo. La gata se
sentaba en el muro, escuchaba y no decía nada.

En aquel pueblo vivía una niña que se llamaba Nora. Tenía nueve años y hacía muchas preguntas. ¿Por
qué no se para nunca el río? ¿Adónde va el agua? ¿Quién estaba aquí antes que el molino? Su madre
respondía a la primera pregunta, su padre respondía a la segunda, y su abuela se reía de la tercera.
«Pregúntale al río», decía la abuela. «Estaba aquí antes que todos nosotros».

Así que Nora bajó una tarde al río, cuando la rueda ya estaba quieta. Se sentó en el muro al lado de
la gata. El sol se puso detrás de los montes, los murciélagos salieron de debajo del puente, y la
primera estrella se quedó encima del molino.

—Río —dijo Nora—, ¿quién estaba aquí antes que el molino?

El río dijo lo que decía siempre. La gata miró el agua, después miró a Nora, y después cerró los
ojos.

—No responde —dijo Nora.

Volvió la tarde siguiente, y la otra, y la otra. Llevaba pan para ella y un trozo de queso para la
gata. La gata se comía primero el queso y luego el pan. La tercera tarde Nora no preguntó nada. Solo
se sentó en el muro y escuchó, como hacía la gata, y por primera vez oyó que el río no tenía una
voz, sino muchas. Había una voz alta donde el agua corría sobre las piedras, y una voz honda debajo
del puente, y entre las dos una voz suave en los juncos, que iba y venía con el viento.

—Tú también la oyes —le dijo Nora a la gata. La gata movió una oreja.

Aquel verano no llovió. El trigo estaba amarillo en los campos, la hierba se puso parda y el río se
quedó flaco. Primero se fue la voz suave, porque ya no había agua en los juncos. Luego se fue la voz
honda, porque ya no había hondura debajo del puente. En agosto la rueda estaba quieta de día y de
noche, y el molinero se sentaba delante de su molino con las manos en las rodillas. Había trigo,
pero no había harina. Había horno, pero no había pan. El panadero cerró la puerta y salió a mirar el
cielo, y el cielo era azul de una punta a la otra.

La gente del pueblo se reunió en el puente. Uno dijo que había que cavar un pozo. Otro dijo que
había que esperar la lluvia. Otro dijo que había que marcharse, por encima de los montes, a la
ciudad, donde el agua venía por tubos. Hablaron hasta que se hizo de noche, y cuando se hizo de
noche estaban donde habían estado antes.

Nora se sentó en el muro. Solo quedaba una voz, la alta, y era tan débil que había que aguantar la
respiración para oírla. Y entonces vio que la gata no estaba.

En todas aquellas semanas la gata no había llegado tarde ni una vez. Nora miró detrás del muro y
debajo del puente. La llamó por todos sus nombres. Y entonces la vio, lejos, río arriba, una cosa
pequeña y gris sobre las piedras blancas. Caminaba por el lecho seco del río, hacia los montes, como
si alguien la hubiera llamado por un cuarto nombre.

Nora corrió detrás de ella. Las piedras todavía estaban calientes del sol. La gata no corría, pero
tampoco se paraba. Pasaron la última casa, pasaron el último campo, pasaron el viejo sauce que nadie
había plantado. Llegaron adonde los montes se juntan y el río es estrecho. Nora nunca había ido tan
lejos. Salió la luna, y con su luz vio lo que había pasado.

Un árbol había caído desde el monte. Era un árbol muy viejo, y estaba tumbado sobre el río, de una
orilla a la otra. Detrás de él habían bajado tierra y piedras y ramas, y detrás de todo eso estaba
el agua. No se había ido. Estaba allí, oscura y quieta, un lago largo y negro entre los montes, con
la luna en medio. Solo un hilo de agua encontraba el camino por debajo del árbol, y ese hilo era la
voz alta que Nora había oído desde el muro.

La gata se sentó en el árbol. Miró el agua, y después miró a Nora, como mira quien ha dicho una cosa
muchas veces y está cansado de decirla.

—Así que eso era lo que contabas —le dijo Nora al río—. Contabas los días.

Bajó corriendo, todo el camino, por las piedras blancas, por delante del sauce, por delante de los
campos. Corrió hasta el puente y tocó la campana que solo se tocaba cuando había fuego. Se abrieron
todas las puertas. Toda la gente salió en camisón, con cubos en las manos, y preguntó dónde estaba
el fuego.

—No hay fuego —dijo Nora—. Hay agua.

Al principio no la creyeron. Pero el molinero se levantó de su silla, porque quería creerla, y el
panadero fue con él, porque el molinero era su amigo. Por la mañana subieron con sierras y cuerdas y
dos caballos. Trabajaron todo el día, y todo el día siguiente. Cortaron el viejo árbol en cinco
trozos y los fueron sacando, uno detrás de otro. Cuando se movió el quinto trozo, se movieron las
piedras, y se movió la tierra, y todos corrieron monte arriba lo más deprisa que pudieron.

El río bajó. Bajó pardo y ruidoso, con hojas y ramas en los brazos. Llenó el lecho blanco de una
orilla a la otra. Pasó por delante del sauce y por delante de los campos, pasó por debajo del
puente, y apoyó el hombro en la rueda. La rueda se quedó quieta un momento, como si tuviera que
acordarse. Y después giró.

Aquella tarde hubo pan en el pueblo. El panadero le dio el primer pan a Nora, y puso un pescado en
la mesa, un pescado entero, y abrió la ventana, y salió de la habitación. Cuando volvió, el pescado
no estaba. Nunca más dijo Ladrona.

En otoño llovió, y el río fue como había sido siempre. Con los cinco trozos del viejo árbol la gente
hizo un banco, y puso el banco junto al muro, para que uno pudiera sentarse allí por la tarde,
cuando la rueda estaba quieta. Nora se sentaba allí a menudo. Ya tenía diez años, y todavía hacía
muchas preguntas, pero había aprendido a callarse después de cada una.

—¿Quién estaba aquí antes que el molino? —preguntó.

La voz alta corrió sobre las piedras. La voz honda respondió debajo del puente. La voz suave iba y
venía en los juncos. A su lado, en el banco, estaba sentada una gata gris con tres nombres, o quizá
cuatro, y escuchaba con una oreja, y guardaba la otra para el ruido de una ventana que alguien abre.
"""
print(len(texto), "caracteres")


# %% [markdown] lang=en
# ## Text to ids: the tokenizer
#
# A model computes with numbers, so each character needs one. The **alphabet** of a text is the set of its different
# characters, **sorted**; the id of a character is its position in it: $0, 1, \dots, V - 1$. $V$ is `vocab_size`, the
# number of rows of the embedding and of logits at each position.
#
# Write the class `CharTokenizer(text)`:
#
# - `tok.vocab_size`: how many different characters are in `text`;
# - `tok.encode(s)`: the ids of the characters of `s`, as a list (or an array, or a tensor) of whole numbers;
# - `tok.decode(ids)`: the text again; `tok.decode(tok.encode(s)) == s`;
# - a character that isn't in the alphabet raises an error that says so.
#
# **Example.** `CharTokenizer("banana!")` has the alphabet `!`, `a`, `b`, `n`, so `vocab_size` is 4 and
# `encode("nab")` gives `[3, 1, 2]`.
#
# **Watch out.** A `set` of strings has another order in each run of Python: sort it. Capital letters, accents, blanks
# and line breaks are characters like all others. Two tokenizers may be in use at once, so everything belongs to the
# object (`self`). And an unknown character that is left out, or silently becomes another one, is an error that nobody
# sees.
# %% [markdown] lang=es
# ## Del texto a los ids: el tokenizador
#
# Un modelo calcula con números, así que cada carácter necesita uno. El **alfabeto** de un texto es el conjunto de sus
# caracteres distintos, **ordenado**; el id de un carácter es su posición en él: $0, 1, \dots, V - 1$. $V$ es
# `vocab_size`, el número de filas del embedding y de logits en cada posición.
#
# Escribe la clase `TokenizadorCaracteres(texto)`:
#
# - `tok.vocab_size`: cuántos caracteres distintos hay en `texto`;
# - `tok.codificar(s)`: los ids de los caracteres de `s`, como lista (o array, o tensor) de números enteros;
# - `tok.decodificar(ids)`: otra vez el texto; `tok.decodificar(tok.codificar(s)) == s`;
# - un carácter que no está en el alfabeto lanza un error que lo dice.
#
# **Ejemplo.** `TokenizadorCaracteres("banana!")` tiene el alfabeto `!`, `a`, `b`, `n`, así que `vocab_size` es 4 y
# `codificar("nab")` da `[3, 1, 2]`.
#
# **Ojo.** Un conjunto (`set`) de cadenas tiene otro orden en cada ejecución de Python: ordénalo. Las mayúsculas, las
# tildes, los espacios y los saltos de línea son caracteres como los demás. Puede haber dos tokenizadores en uso a la
# vez, así que todo es del objeto (`self`). Y un carácter desconocido que se omite, o que se convierte en otro sin
# avisar, es un error que nadie ve.
# %% lang=en
class CharTokenizer:
    """Characters to ids and back; the id is the position in the sorted alphabet of `text`."""

    def __init__(self, text):
        ### BEGIN SOLUTION
        self.alphabet = sorted(set(text))
        self.id_of = {character: i for i, character in enumerate(self.alphabet)}
        self.vocab_size = len(self.alphabet)
        ### END SOLUTION

    def encode(self, text):
        """The ids of the characters of `text`, as a list; an error for an unknown one."""
        ### BEGIN SOLUTION
        unknown = sorted(set(text) - set(self.alphabet))
        if unknown:
            raise ValueError(f"not in the alphabet: {unknown}")
        return [self.id_of[character] for character in text]
        ### END SOLUTION

    def decode(self, ids):
        """The text of `ids`."""
        ### BEGIN SOLUTION
        return "".join(self.alphabet[int(i)] for i in ids)
        ### END SOLUTION


# %% lang=es
class TokenizadorCaracteres:
    """De caracteres a ids y al revés; el id es la posición en el alfabeto ordenado de `texto`."""

    def __init__(self, texto):
        ### BEGIN SOLUTION
        self.alfabeto = sorted(set(texto))
        self.id_de = {caracter: i for i, caracter in enumerate(self.alfabeto)}
        self.vocab_size = len(self.alfabeto)
        ### END SOLUTION

    def codificar(self, texto):
        """Los ids de los caracteres de `texto`, como lista; un error si hay uno desconocido."""
        ### BEGIN SOLUTION
        desconocidos = sorted(set(texto) - set(self.alfabeto))
        if desconocidos:
            raise ValueError(f"no están en el alfabeto: {desconocidos}")
        return [self.id_de[caracter] for caracter in texto]
        ### END SOLUTION

    def decodificar(self, ids):
        """El texto de `ids`."""
        ### BEGIN SOLUTION
        return "".join(self.alfabeto[int(i)] for i in ids)
        ### END SOLUTION


# %% lang=en solved
tok = CharTokenizer(text)
data = torch.tensor(tok.encode(text))  # (N,): the whole text as ids
print(tok.vocab_size, "different characters:", tok.decode(range(tok.vocab_size)))
print(tok.encode("The cat"), repr(tok.decode(tok.encode("The cat"))))
# %% lang=es solved
tok = TokenizadorCaracteres(texto)
datos = torch.tensor(tok.codificar(texto))  # (N,): todo el texto en ids
print(tok.vocab_size, "caracteres distintos:", tok.decodificar(range(tok.vocab_size)))
print(tok.codificar("La gata"), repr(tok.decodificar(tok.codificar("La gata"))))
