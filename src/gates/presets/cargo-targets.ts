/**
 * The targets that `cargo test` has to run for these files: the targets of the nearest package that contain them.
 * Nothing, so that everything runs, if a file is unknown, is in no target, or the files are in several packages.
 */
export function cargoTargets(testFiles: readonly string[], files: readonly string[]): string[] {
  const known = new Set(files);
  const packages = testFiles.map((file) => packageOf(file, known));
  const [folder] = packages;
  if (folder === undefined || packages.some((other) => other !== folder)) return [];
  const targets = testFiles.map((file) =>
    targetsOf(file.slice(folder.length), (path) => known.has(`${folder}${path}`)),
  );
  if (targets.some((found) => found.length === 0)) return [];
  const manifest = folder === "" ? [] : [`--manifest-path=${folder}Cargo.toml`];
  return [...manifest, ...new Set(targets.flat())];
}

/** The folder of the nearest Cargo.toml, with its slash. Undefined for a missing file, which a report may name. */
function packageOf(file: string, known: ReadonlySet<string>): string | undefined {
  if (!known.has(file)) return undefined;
  const folders = file.split("/").slice(0, -1);
  const above = folders.map((_, index) => `${folders.slice(0, folders.length - index).join("/")}/`);
  return [...above, ""].find((folder) => known.has(`${folder}Cargo.toml`));
}

/**
 * Each file of tests/ and each folder with a main.rs is a target, and so is each binary. All other files belong to the
 * library or the main binary.
 */
function targetsOf(path: string, has: (path: string) => boolean): string[] {
  const [, kind, name, rest] = /^(tests|src\/bin)\/([^/]+?)(\.rs|\/.+)$/.exec(path) ?? [];
  if (kind !== undefined && (rest === ".rs" || has(`${kind}/${name}/main.rs`))) {
    return [kind === "tests" ? `--test=${name}` : `--bin=${name}`];
  }
  if (!path.startsWith("src/") || kind !== undefined) return [];
  const [lib, main] = [has("src/lib.rs") && path !== "src/main.rs", has("src/main.rs") && path !== "src/lib.rs"];
  return [...(lib ? ["--lib"] : []), ...(main ? ["--bins"] : [])];
}
