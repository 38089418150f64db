import { describe, expect, it } from "vitest";
import { naturesOf, testsOf } from "../../support/read-tests.js";

const FILE = "tests/test_a.py";

describe("the tests of a Python file", () => {
  it("are functions called test, methods of test classes and of unittest cases", () => {
    const text = `
import unittest

def test_plain(): assert f()
async def test_async(): assert f()
def helper_test(): pass

class TestGroup:
    def test_method(self): assert f()
    def setup_method(self): pass

class Base(unittest.TestCase):
    def testCamel(self): self.assertEqual(f(), 1)

class Derived(Base):
    def test_derived(self): self.assertTrue(f())

class Other:
    def test_not_collected(self): assert f()
`;
    expect(testsOf(FILE, text).map(({ name }) => name)).toEqual([
      "test_plain",
      "test_async",
      "TestGroup > test_method",
      "Base > testCamel",
      "Derived > test_derived",
    ]);
  });

  it.each([
    ["@pytest.mark.skip", true],
    ['@pytest.mark.skip(reason="later")', true],
    ['@unittest.skip("later")', true],
    ['@pytest.mark.skipif(WINDOWS, reason="x")', false],
    ['@unittest.skipUnless(LINUX, "x")', false],
    ["@pytest.mark.slow", false],
  ])("with %s are skipped: %s", (decorator, skipped) => {
    expect(testsOf(FILE, `${decorator}\ndef test_a():\n    assert f()\n`).map((test) => test.skipped)).toEqual([
      skipped,
    ]);
  });

  it("carry tags of comments, docstrings, markers, and of their class", () => {
    const text = `
# @clause CL-CLASS-001
class TestTag:
    # @clause CL-A-001
    @pytest.mark.clause("CL-A-002")
    def test_a(self):
        """Lower case.

        @clause CL-A-003
        """
        assert f()

    def test_b(self):
        assert f()
`;
    const [first, second] = testsOf(FILE, text).map(({ clauses }) =>
      clauses.map(({ clauseId, line }) => `${clauseId}:${line}`),
    );
    expect(first).toEqual(["CL-CLASS-001:2", "CL-A-001:4", "CL-A-003:9", "CL-A-002:5"]);
    expect(second).toEqual(["CL-CLASS-001:2"]);
  });

  it("carry the tags between their decorators and their first line, and none that is only data", () => {
    const text = `
@pytest.mark.parametrize("raw", ["@clause CL-DATA-001"])
# @clause CL-A-001
@pytest.mark.slow
# @clause CL-A-002: in capitals
def test_a(raw):
    """Lower case."""
    "@clause CL-A-003"
    assert f(raw, "@clause CL-DATA-002") == """
    @clause CL-DATA-003
    """

@pytest.mark.usefixtures("db")
# @clause CL-CLASS-001
class TestTag:
    def test_b(self):
        assert f()
`;
    const tags = testsOf(FILE, text).map(({ clauses }) => clauses.map(({ clauseId, line }) => `${clauseId}:${line}`));
    expect(tags).toEqual([["CL-A-001:3", "CL-A-002:5", "CL-A-003:8"], ["CL-CLASS-001:14"]]);
  });

  it.each([
    ["assert subject() == 1", ["value"]],
    ["self.assertEqual(subject(), 1)", ["value"]],
    ["np.testing.assert_allclose(subject(), 1)", ["value"]],
    ["pytest.fail('no')", ["value"]],
    ["with pytest.raises(ValueError): subject()", ["failure"]],
    ["with self.assertRaises(ValueError): subject()", ["failure"]],
    ["log.assert_called_once_with(1)", ["mock"]],
    ["assert log.call_count == 1", ["mock"]],
    ["assert subject() == snapshot", ["snapshot"]],
    ["assert True", ["tautology"]],
    ["assert 1 + 1 == 2", ["tautology"]],
    ["assert value == value", ["tautology"]],
    ["assert (subject() == 1, 'message')", ["tautology"]],
    ["assert not False", ["tautology"]],
    ["self.assertTrue(True)", ["tautology"]],
    ["self.assertEqual(value, value)", ["tautology"]],
    ["assert subject() == subject()", ["value"]],
    ["assert f'{value}' == 'x'", ["value"]],
    ["check(subject())", ["value"]],
    ["subject()", []],
    ["raise NotImplementedError", []],
  ])("assert by %s", (line, natures) => {
    const helper = "def check(x):\n    assert x == 1\n\n";
    expect(naturesOf(FILE, `${helper}def test_a(self):\n    ${line}\n`)).toEqual(natures);
  });

  it("take a constant in an except clause for having got there", () => {
    const text = "def test_a():\n    try:\n        subject()\n    except ValueError:\n        assert True\n";
    expect(naturesOf(FILE, text)).toEqual(["value"]);
  });

  it("follow helpers into other modules", () => {
    const text =
      "from .support import check\nfrom support import check as verify\n\ndef test_a():\n    check(1)\n    verify(1)\n";
    const [test] = testsOf(FILE, text, { "tests/support.py": "def check(x):\n    assert x == 1\n" });
    expect(test?.assertions).toHaveLength(2);
  });

  it("lead back through fixtures and variables", () => {
    const text = `
import pytest
from app import create_app

@pytest.fixture
def client():
    return create_app().test_client()

def test_a(client):
    response = client.get("/")
    assert response.status == 200
`;
    const [test] = testsOf(FILE, text);
    expect(test?.assertions[0]?.restsOn().names).toContain("create_app");
    expect(test?.usesSubject).toBe(true);
  });
});
