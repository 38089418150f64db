import { describe, expect, it } from "vitest";
import { gitBlobSha } from "../../../src/domain/hash.js";
import type { GitHub } from "../../../src/github/client/github.js";
import { changedFiles } from "../../../src/github/store/changed-files.js";
import { gitHubRepositoryReader } from "../../../src/github/store/repository-reader.js";
import { useForge } from "../../support/forge.js";
import { useGitHubAdapter } from "../../support/github-adapter.js";

const LONG = `${Array.from({ length: 20 }, (_, line) => `line ${line}`).join("\n")}\n`;
const local = useForge({ files: { "SPEC.md": "# Notes\n", "src/old.ts": LONG, "src/gone.ts": "gone\n" } });
const { adapter } = useGitHubAdapter(local);

async function proposed(): Promise<{ number: number; head: string }> {
  const { rest } = local.as("write");
  const { data: main } = await rest.repos.getBranch({ ...local.at, branch: "main" });
  const file = (path: string, text: string | null) => ({
    path,
    mode: "100644" as const,
    type: "blob" as const,
    ...(text === null ? { sha: null } : { content: text }),
  });
  const { data: tree } = await rest.git.createTree({
    ...local.at,
    base_tree: main.commit.commit.tree.sha,
    tree: [
      file("src/old.ts", null),
      file("src/new.ts", LONG),
      file("src/gone.ts", null),
      file("SPEC.md", "# More\n"),
      file("a.txt", "a"),
    ],
  });
  const parents = [main.commit.sha];
  const { data: commit } = await rest.git.createCommit({ ...local.at, message: "Move", tree: tree.sha, parents });
  await rest.git.createRef({ ...local.at, ref: "refs/heads/move", sha: commit.sha });
  const { data } = await rest.pulls.create({ ...local.at, head: "move", base: "main", title: "Move" });
  return { number: data.number, head: commit.sha };
}

describe("the changes of a pull request", () => {
  it("have the new content of each path: a renamed file is gone from its old path, a removed one altogether", async () => {
    const pull = await proposed();
    const reader = gitHubRepositoryReader(adapter().gitHubFor);
    const changed = await reader.changedFiles(adapter().repository, pull);
    expect(adapter().asked.at(-1)).toEqual({ pull_requests: "read" });
    if (changed.kind !== "listed") throw new Error(changed.kind);
    expect(new Map(changed.changes.map(({ path, blob }) => [path, blob]))).toEqual(
      new Map([
        ["SPEC.md", gitBlobSha("# More\n")],
        ["a.txt", gitBlobSha("a")],
        ["src/gone.ts", null],
        ["src/old.ts", null],
        ["src/new.ts", gitBlobSha(LONG)],
      ]),
    );
    const other = { ...pull, head: "0".repeat(40) };
    expect(await reader.changedFiles(adapter().repository, other)).toEqual({ kind: "moved" });
  });

  /** A GitHub with one pull request of so many files, which lists no more than it does. */
  function withFiles(count: number) {
    const head = "1".repeat(40);
    const asked: string[] = [];
    const request = async (route: string, { page = 1 }: { page?: number }) => {
      asked.push(route);
      if (!route.endsWith("/files")) return { data: { changed_files: count, head: { sha: head } } };
      const rest = Math.max(0, Math.min(count, 3_000) - (page - 1) * 100);
      return {
        data: Array.from({ length: Math.min(100, rest) }, (_, index) => ({
          filename: `${page}-${index}.ts`,
          status: "added",
          sha: head,
        })),
      };
    };
    const gitHub = { request } as unknown as GitHub;
    return { asked, changed: changedFiles({ gitHub, owner: "acme", repo: "product" }, { number: 1, head }) };
  }

  it.each([
    [0, "listed", 2],
    [99, "listed", 2],
    [100, "listed", 3],
    [3_000, "listed", 31],
    [3_001, "too-many", 31],
  ] as const)("with %i files are %s, in %i requests", async (count, kind, requests) => {
    const { asked, changed } = withFiles(count);
    const found = await changed;
    expect(found.kind).toBe(kind);
    if (found.kind === "listed") expect(found.changes).toHaveLength(count);
    if (found.kind === "too-many") expect(found.files).toBe(count);
    expect(asked).toHaveLength(requests);
    expect(asked.at(-1)).not.toMatch(/files$/);
  });
});
