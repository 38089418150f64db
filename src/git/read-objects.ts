import { runGit } from "./run-git.js";

/** Objects by revision and path (`<sha>:<path>`), as text. One that does not exist is left out. One process for all. */
export async function readObjects(gitDirectory: string, names: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (names.length === 0) return found;
  const { code, stdout, stderr } = await runGit([`--git-dir=${gitDirectory}`, "cat-file", "--batch"], {
    input: `${names.join("\n")}\n`,
  });
  if (code !== 0) throw new Error(`git cat-file failed: ${stderr}`);
  let at = 0;
  for (const name of names) {
    const lineEnd = stdout.indexOf("\n", at);
    const header = stdout.subarray(at, lineEnd).toString("utf8");
    at = lineEnd + 1;
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(header)?.[1];
    if (size === undefined) {
      // Trees and commits have a size too, and content that must be passed over.
      const other = /^[0-9a-f]+ \w+ (\d+)$/.exec(header)?.[1];
      if (other !== undefined) at += Number(other) + 1;
      continue;
    }
    found.set(name, stdout.subarray(at, at + Number(size)).toString("utf8"));
    at += Number(size) + 1;
  }
  return found;
}
