const FRAME = /^[ \t]*at (?:[\w.@-]+\/)*([\w.$]+)\.[\w$<>]+\([\w$]+\.\w+:\d+\)/gm;

/**
 * Whether the product threw a Java exception: the first frame of the product's classes is not a test's. The product's
 * classes share the beginning of the test's package. An exception of the JDK or a library belongs to its caller.
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
