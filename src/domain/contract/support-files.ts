/** Folders and files that only tests use. Data is such a file only inside one of these folders. */
const SUPPORT =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|__fixtures__|__snapshots__|specs?|fixtures|testdata|test-?utils?|test-?helpers?)\/|(?:^|\/)conftest\.py$|\.(?:test|spec)\.[^/]+$/i;

type Files = {
  readonly files: readonly { readonly path: string; readonly action: string }[];
  readonly testFile: string;
  readonly entry: string | null;
};

/** The helpers, fixtures and data among a module's files: they belong to its tests (decisions.md#tests-are-black-box). */
export function supportFiles({ files, testFile, entry }: Files): string[] {
  return files
    .filter(({ path, action }) => action !== "DELETE" && path !== testFile && path !== entry && SUPPORT.test(path))
    .map(({ path }) => path);
}
