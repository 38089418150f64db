/** A file of tests by its name, in the languages with a preset. */
const TEST_FILE =
  /(?:^|\/)(?:test_[^/]*\.py|[^/]*_test\.(?:py|go)|[^/]*[.-](?:test|spec|test-d)\.[^/]+|[^/]*Tests?\.java)$|(?:^|\/)(?:tests?|__tests__|spec)\/(?:.*\/)?[^/]+\.(?:[cm]?[jt]sx?|rs|py)$/;
const MOST_FOLDERS = 8;
const EXAMPLES = 2;

/** Where the existing tests are and what they are called, a line for each folder. Sealed files may be named, too. */
export function testLayout(paths: readonly string[]): string {
  const tests = paths.filter((path) => TEST_FILE.test(path)).sort();
  if (tests.length === 0) return "there are none yet";
  const folders = [...new Set(tests.map(folderOf))];
  const lines = folders.slice(0, MOST_FOLDERS).map((folder) => {
    const inside = tests.filter((path) => folderOf(path) === folder);
    const names = inside.slice(0, EXAMPLES).map((path) => path.slice(folder.length));
    return `${folder || "(top)"}: ${inside.length} ${inside.length === 1 ? "file" : "files"}, such as ${names.join(", ")}`;
  });
  const more = folders.length - MOST_FOLDERS;
  return [...lines, ...(more > 0 ? [`and ${more} more folders`] : [])].join("\n");
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
