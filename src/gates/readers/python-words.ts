/** pytest ends a traceback with the place of the exception, relative to the repository. */
export const PYTHON_PLACE = /^(?!\/)(\S+\.py):\d+: \w+$/gm;

/** pytest prints the test's source up to the failed line. The error follows an `E`, and is at the end. */
export function withoutPythonSource(text: string): string {
  const lines = text.split("\n");
  const said = lines.filter((line) => /^E {3,}/.test(line));
  if (said.length === 0) return text;
  return [...said, ...(text.match(PYTHON_PLACE) ?? [])].join("\n");
}

/** What Python and its test libraries define. A test that uses something else from them is wrong itself. */
const NOT_OF_PRODUCT =
  /^(?:NoneType|str|bytes|int|float|bool|complex|list|tuple|dict|set|frozenset|range|function|method|generator|coroutine|module|MonkeyPatch|CaptureFixture|FixtureRequest|TestCase|Mock|MagicMock|AsyncMock)$/;
const NOT_OF_PRODUCT_CALL =
  /^(?:raises|warns|approx|fixture|param|skip|fail|xfail|importorskip|print|open|sorted|sum|min|max|range|len|int|str|float)$/;

const NO_ATTRIBUTE = /(?:'(\w+)' object|\btype object '(\w+)') has no attribute '\w+'/;
const NO_PARAMETER = /\b([\w.]{1,200})\(\) (?:got an unexpected keyword argument|takes \d+ positional arguments? but)/;

/** A method, an attribute or a parameter that the product's class or function does not have yet. */
export function lacksPythonMember(text: string): boolean {
  const [, ofObject, ofClass] = NO_ATTRIBUTE.exec(text) ?? [];
  const owner = ofObject ?? ofClass;
  if (owner !== undefined) return !NOT_OF_PRODUCT.test(owner);
  const called = NO_PARAMETER.exec(text)?.[1]?.split(".") ?? [];
  // pytest calls the test itself, and passes its fixtures.
  const [first = "", last = ""] = [called[0], called.at(-1)];
  return called.length > 0 && !NOT_OF_PRODUCT.test(first) && !NOT_OF_PRODUCT_CALL.test(last) && !/^test/.test(last);
}

/**
 * In Python, modules of the repository and packages have the same form of name, so only the files tell them apart. A
 * package that is not installed is no valid red.
 */
export function isOwnPythonModule(module: string, files: readonly string[] | undefined): boolean {
  if (/^(?:pytest|_pytest|unittest|pluggy)(?:\.|$)/.test(module)) return false;
  if (files === undefined) return true;
  const [top = ""] = module.split(".");
  return files.some((file) => file.endsWith(".py") && file.replace(/\.py$/, "").split("/").includes(top));
}
