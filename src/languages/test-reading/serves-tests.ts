/** Folders and files that belong to tests, not to the product. */
const TEST_SUPPORT =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|__fixtures__|specs?|fixtures|testing|test-?utils?|test-?helpers?)(?:\/|$)|(?:^|\/)conftest\.py$|\.(?:test|spec)\.[^/]+$|\.json$/i;

export function servesTests(path: string): boolean {
  return TEST_SUPPORT.test(path);
}
