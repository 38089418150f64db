const FRAME = /^[ \t]*at (?:[\w.@-]+\/)*([\w.$]+)\.[\w$<>]+\([\w$]+\.\w+:\d+\)/gm;

/**
 * Whether an exception of Java was thrown by the product: the first frame of its classes is not of the test's. Its classes
 * are those that share the beginning of the test's package; what the JDK or a library throws belongs to whoever called it.
 */
export function isThrownOutsideTestClass({
  text,
  testClass,
}: {
  readonly text: string;
  readonly testClass?: string;
}): boolean {
  if (testClass === undefined) return false;
  const first = [...text.matchAll(FRAME)].map(([, name = ""]) => name).find((name) => isOfSameProduct(name, testClass));
  return first !== undefined && outerClass(first) !== outerClass(testClass);
}

const outerClass = (name: string): string => name.replace(/\$.*$/, "");

function isOfSameProduct(name: string, testClass: string): boolean {
  const shared = testClass.split(".").slice(0, -1).slice(0, 2);
  const packages = name.split(".").slice(0, -1);
  return shared.length === 0 ? packages.length === 0 : shared.every((part, index) => packages[index] === part);
}
