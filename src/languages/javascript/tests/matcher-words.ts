/** The words in a text, one by one. */
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** Assertions of chai and its plugins that are properties. Every other matcher must be called. */
const PROPERTIES: ReadonlySet<string> = new Set(
  wordsOf(
    `ok true false null undefined NaN exist exists empty arguments Arguments extensible sealed frozen finite numeric callable
     iterable fulfilled rejected broken called notCalled calledOnce calledTwice calledThrice calledWithNew alwaysCalledWithNew
     json html text ip redirect displayed visible focus focused checked selected disabled enabled`,
  ),
);

/** The matchers of jest, vitest and chai that only compare their operands. */
const COMPARISONS: ReadonlySet<string> = new Set([
  ...PROPERTIES,
  ...wordsOf(
    `toBe toEqual toStrictEqual toBeTruthy toBeFalsy toBeDefined toBeUndefined toBeNull toBeNullable toBeNaN toBeCloseTo
     toBeGreaterThan toBeGreaterThanOrEqual toBeLessThan toBeLessThanOrEqual toBeInstanceOf toBeTypeOf toBeOneOf toContain
     toContainEqual toHaveLength toHaveProperty toMatch toMatchObject toBeTrue toBeFalse toBeEmpty toBeNil toBeArray toBeString
     toBeNumber toBeBoolean toBeObject toBePositive toBeNegative toBeEven toBeOdd toInclude toStartWith toEndWith
     a an equal equals eq eql eqls not include includes contain contains instanceof instanceOf above gt greaterThan least gte
     below lt lessThan most lte within lengthOf length match matches string key keys members oneOf closeTo approximately property
     ownProperty ownPropertyDescriptor be`,
  ),
]);

export function assertsByBeingRead(word: string): boolean {
  return PROPERTIES.has(word);
}

/** Whether a matcher is known to depend only on its operands. A custom one may do anything. */
export function isComparison(word: string): boolean {
  return COMPARISONS.has(word);
}
