"""Runs pytest as `python3 -m pytest` does. A canary must fail, and is reported so; it does not count for the exit code."""

import os
import re
import sys

CANARY = re.compile(r"::test_factory_canary_[0-9a-f]{16}$")

# The folder of the project, where a script has its own.
sys.path[0] = os.getcwd()

import pytest  # noqa: E402


class ExcuseCanaries:
    def pytest_sessionstart(self, session):
        self.session = session

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report):
        if report.failed and report.when == "call" and CANARY.search(report.nodeid):
            self.session.testsfailed -= 1


sys.exit(pytest.main(plugins=[ExcuseCanaries()]))
