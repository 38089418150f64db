import { READERS } from "../../languages/readers.js";

/** The usual names of test libraries and of their parameters in tests. */
const TEST_NAMES =
  /^(?:assert|expect|should|chai|sinon|t|tt|st|tap|ctx|test|it|describe|suite|before(?:Each|All)?|after(?:Each|All)?|vi|vitest|jest|mock|cy)$/;

const NOT_CALLABLE = / is not a (?:function|constructor)\b/g;
/** The longest expression that is examined. */
const CALLED = 200;

/** What a text says was called but is not a function, each as its path of names: `cart.total` is `cart`, `total`. */
export function calledInVain(text: string): string[][] {
  let said = 0;
  return [...text.matchAll(NOT_CALLABLE)].flatMap(({ index, 0: words }) => {
    const before = text.slice(Math.max(said, index - CALLED), index);
    said = index + words.length;
    const called = before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf(":")) + 1);
    return called === "" ? [] : [namesIn(called)];
  });
}

/** Bundlers write an import's name as `(0 , parse)` or `default.parse`. */
function namesIn(called: string): string[] {
  const names = called.replace(/\([^()]*\.{3}[^()]*\)/g, "").match(/[A-Za-z_$][\w$]*/g) ?? [];
  return names.filter((name) => name !== "default");
}

const IMPORTED = [
  /requested module '([^']+)' does not provide an export named/,
  /cannot import name '\w+' from '([\w.]+)'/,
  /\bmodule '([\w.]+)' has no attribute\b/,
];

/** Whether the test itself is wrong: it calls something that a test library does not have. */
export function misusesTestLibrary(text: string): boolean {
  const isOfTests = ([root = "", ...rest]: string[]) =>
    [root, ...rest.slice(0, -1)].some((name) => TEST_NAMES.test(name));
  if (calledInVain(text).some(isOfTests)) return true;
  return IMPORTED.map((pattern) => pattern.exec(text)?.[1]).some(
    (name) => name !== undefined && READERS.some((reader) => reader.isTestLibrary(name)),
  );
}
