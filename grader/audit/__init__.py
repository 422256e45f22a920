"""Grades the course itself.

A grader is only as good as its checks, and a check that nobody has seen fail proves nothing.  So the course's own code
is judged as students' is: the references must earn everything, every known mistake must fail the checks that it
declares and no others and be recognised, answers without thought must earn nothing, and small automatic changes of
the references must not go unseen.  Nothing here runs a student's code: all is asked in our own process.
"""

from grader.audit.rows import AuditReport, Outcome, Row
from grader.audit.run import audit, audit_all

__all__ = ["AuditReport", "Outcome", "Row", "audit", "audit_all"]
