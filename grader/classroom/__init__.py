"""Many submissions -> one class report: collect, schedule, resume, report."""
