import { describe, expect, it } from "vitest";
import { naturesOf, testsOf } from "../../../support/read-tests.js";

const FILE = "tests/test_a.py";

describe("the tests of a Python file", () => {
  it("are functions called test, methods of test classes and of unittest cases", () => {
    const text = `
import unittest
from unittest import TestCase as Case

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

class Renamed(Case):
    def test_renamed(self): self.assertTrue(f())

class Other:
    def test_not_collected(self): assert f()
`;
    expect(testsOf(FILE, text).map(({ name }) => name)).toEqual([
      "test_plain",
      "test_async",
      "TestGroup > test_method",
      "Base > testCamel",
      "Derived > test_derived",
      "Renamed > test_renamed",
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
    ["assert False, 'it did not raise'", ["value"]],
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

  it.each([
    ["a package's assertion", "from numpy.testing import assert_allclose", "assert_allclose(f(1), 2)", ["value"]],
    ["one by another name", "from numpy.testing import assert_equal as same", "same(f(1), 2)", ["value"]],
    ["all that a package offers", "from numpy.testing import *", "assert_equal(f(1), 2)", ["value"]],
    ["a package's expected error", "from numpy.testing import assert_raises", "assert_raises(E, f)", ["failure"]],
    ["pytest's own words", "from pytest import warns", "warns(E, f)", ["failure"]],
    ["hamcrest", "from hamcrest import assert_that, equal_to", "assert_that(f(1), equal_to(2))", ["value"]],
    ["assertpy", "from assertpy import assert_that", "assert_that(f(1)).is_not_none().is_equal_to(2)", ["value"]],
    ["playwright", "from playwright.sync_api import expect", "expect(page).to_have_title('a')", ["value"]],
    ["assertpy without a step", "from assertpy import assert_that", "assert_that(f(1))", []],
    ["a function of the product", "from app import assert_valid", "assert_valid(f(1))", []],
    ["a module of the product", "import app", "app.assert_valid(f(1))", []],
    ["a helper that is silent", "from support import assert_silent", "assert_silent(f(1))", []],
    ["a module of a package", "from . import support", "support.check(f(1))", ["value"]],
    ["a module that passes helpers on", "from passing import check", "check(f(1))", ["value"]],
    ["a module that passes all on", "from passing_all import check", "check(f(1))", ["value"]],
    ["numpy's plainest one", "from numpy.testing import assert_", "assert_(f(1) == 2)", ["value"]],
    ["a guard of another module", "from support import Prints", "Prints('a')", ["value"]],
    ["a class of another module", "from support import Checker", "Checker(f(1)).is_one()", ["value"]],
  ])("assert by %s", (_, imported, line, natures) => {
    const others = {
      "app.py": "def assert_valid(x):\n    assert x\n",
      "tests/__init__.py": "",
      "tests/support.py":
        "def check(x):\n    assert x == 1\n\ndef assert_silent(x):\n    print(x)\n\nclass Checker:\n    def is_one(self):\n        assert self.x == 1\n\nclass Prints:\n    def __exit__(self, *e):\n        assert self.out == 'a'\n",
      "tests/passing.py": "from .support import check\n",
      "tests/passing_all.py": "from .support import *\n",
    };
    const [test] = testsOf(FILE, `${imported}\n\ndef test_a():\n    ${line}\n`, others);
    expect(test?.assertions.map(({ nature }) => nature)).toEqual(natures);
  });

  it("are those of classes whose base is a test case of another file, and assert by what they inherit", () => {
    const text =
      "from tests.base import ApiBase\nclass TagTests(ApiBase):\n    def test_a(self):\n        self.check_status(get(), 200)\n";
    const tests = testsOf(FILE, text, {
      "tests/base.py": "from .root import RootBase\nclass ApiBase(RootBase):\n    pass\n",
      "tests/root.py":
        "import unittest\nclass RootBase(unittest.TestCase):\n    def check_status(self, r, s):\n        self.assertEqual(r.status, s)\n",
    });
    expect(tests.map(({ name, assertions }) => [name, assertions.length])).toEqual([["TagTests > test_a", 1]]);
  });

  it("are found at once where every module passes on every other one", () => {
    const names = Array.from({ length: 30 }, (_, index) => `m${index}`);
    const stars = names.map((name) => `from .${name} import *\n`).join("");
    const others = Object.fromEntries(names.map((name) => [`tests/${name}.py`, stars]));
    const text = "from .m0 import check, Base\nclass A(Base):\n    pass\ndef test_a():\n    check(f())\n";
    expect(testsOf(FILE, text, others).map(({ name, assertions }) => [name, assertions.length])).toEqual([
      ["test_a", 0],
    ]);
  });

  it.each([
    ["a base that is no test case", "class ApiBase:\n    pass\n"],
    ["a base that is its own", "from base import ApiBase\nclass ApiBase(ApiBase):\n    pass\n"],
  ])("are none in a class with %s", (_, base) => {
    const text = "from base import ApiBase\nclass TagTests(ApiBase):\n    def test_a(self):\n        assert f() == 1\n";
    expect(testsOf(FILE, text, { "tests/base.py": base })).toEqual([]);
  });

  it.each([
    ["beside it", "tests/unit/conftest.py", 1],
    ["further up", "tests/conftest.py", 1],
    ["at the root", "conftest.py", 1],
    ["somewhere else", "tests/other/conftest.py", 0],
  ])("assert by what a fixture hands them, of a conftest.py %s", (_, path, count) => {
    const fixture =
      "import pytest\n\n@pytest.fixture\ndef check_total():\n    def check(cart, total):\n        assert cart.total == total\n    return check\n";
    const text = "def test_a(check_total):\n    check_total(cart(), 0)\n";
    const [test] = testsOf("tests/unit/test_a.py", text, { [path]: fixture });
    expect(test?.assertions).toHaveLength(count);
  });

  it.each([
    ["a method of the class", 'self.assertRenders("**x**", "<b>x</b>")', ["value"]],
    ["a method that says nothing", 'self.assertNothing("x", "y")', []],
    ["a method that cannot fail", 'self.assertEmpty("x", "y")', ["tautology"]],
    ["a method of a package's class", 'self.assertContains("x", "y")', ["value"]],
    ["a method of unittest", 'self.assertIn("x", "xy")', ["tautology"]],
    ["a mock's count", "self.assertEqual(log.call_count, 1)", ["mock"]],
  ])("take constants for what they are, given to %s", (_, line, natures) => {
    const text = `
class RenderTest(SomeTestCase):
    def assertRenders(self, source, html):
        assert True
        self.assertEqual(render(source), html)

    def assertNothing(self, source, html):
        print(source, html)

    def assertEmpty(self, source, html):
        self.assertEqual(1, 1)

    def test_a(self):
        ${line}
`;
    expect(naturesOf(FILE, text)).toEqual(natures);
  });

  it.each([
    ["return", "return\n    assert f() == 1", ["tautology"]],
    ["raise", "raise ValueError\n    assert f() == 1", ["tautology"]],
    ["a return in a branch", "if g():\n        return\n    assert f() == 1", ["value"]],
    ["an error that is expected", "with raises(E):\n        raise E\n    assert f() == 1", ["failure", "value"]],
  ])("do not come past %s", (_, body, natures) => {
    expect(naturesOf(FILE, `def test_a():\n    ${body}\n`)).toEqual(natures);
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
