import { describe, expect, it } from "vitest";
import { boundedCache } from "../../../src/adapters/github/bounded-cache.js";
import { gitHubRepositoryReader } from "../../../src/adapters/github/repository-reader.js";
import { ok } from "../../../src/sandbox/forge/reply.js";
import { useForge } from "../../support/forge.js";
import { useGitHubHands } from "../../support/github-hands.js";

const local = useForge({ files: { "SPEC.md": "# Notes\n", "src/a.ts": "export const ä = 1;\n" } });
const { hands } = useGitHubHands(local);
const headOf = async () =>
  (await local.as("read").rest.repos.getBranch({ ...local.at, branch: "main" })).data.commit.sha;

describe("reading a commit", () => {
  it("lists every file with its blob, size and mode, no folders, and reads them as text", async () => {
    const reader = gitHubRepositoryReader(hands().gitHubFor);
    const entries = await reader.tree(hands().repository, await headOf());
    expect(entries.map(({ path, mode, size }) => [path, mode, size])).toEqual([
      ["SPEC.md", "100644", 8],
      ["src/a.ts", "100644", 21],
    ]);
    const blob = entries.find(({ path }) => path === "src/a.ts")?.blob ?? "";
    expect(await reader.blob(hands().repository, blob)).toBe("export const ä = 1;\n");
    expect(hands().asked.at(-1)).toEqual({ contents: "read" });
  });

  it("asks once for what cannot change", async () => {
    const reader = gitHubRepositoryReader(hands().gitHubFor);
    const head = await headOf();
    const [entry] = await reader.tree(hands().repository, head);
    await reader.blob(hands().repository, entry?.blob ?? "");
    hands().requests();
    await reader.tree(hands().repository, head);
    await reader.blob(hands().repository, entry?.blob ?? "");
    expect(hands().requests()).toEqual([]);
  });

  it("fails on a tree that GitHub cuts off, instead of giving a short list", async () => {
    const remove = local.forge.intercept({
      afterRequest({ path }, reply) {
        if (!path.includes("/git/trees/")) return { kind: "pass" };
        return { kind: "answer", reply: ok({ ...JSON.parse(reply.body.toString()), truncated: true }) };
      },
    });
    const reader = gitHubRepositoryReader(hands().gitHubFor);
    await expect(reader.tree(hands().repository, await headOf())).rejects.toThrow(/more files than GitHub lists/);
    remove();
  });
});

describe("reading version tags", () => {
  it("names the commit of each, annotated or not, over any number of pages, and no other tag", async () => {
    const admin = local.as("admin").rest.git;
    const sha = await headOf();
    const tag = (name: string, at: string) => admin.createRef({ ...local.at, ref: `refs/tags/${name}`, sha: at });
    await tag("nightly", sha);
    const annotated = { ...local.at, tag: "v2.0.0", message: "two", object: sha, type: "commit" } as const;
    await tag("v2.0.0", (await admin.createTag(annotated)).data.sha);
    for (let patch = 0; patch < 100; patch += 1) await tag(`v1.0.${patch}`, sha);
    const tags = await gitHubRepositoryReader(hands().gitHubFor).versionTags(hands().repository);
    expect(tags.size).toBe(101);
    expect(new Set(tags.values())).toEqual(new Set([sha]));
    expect(tags.has("nightly")).toBe(false);
  });
});

describe("a bounded cache", () => {
  const make = (value: string, made: string[]) => async () => {
    made.push(value);
    return value;
  };

  it("forgets what was used longest ago when there is no more room", async () => {
    const made: string[] = [];
    const cache = boundedCache<string>(2, ({ length }) => length);
    for (const key of ["a", "b", "a", "c", "a", "b"]) await cache.get(key, make(key, made));
    expect(made).toEqual(["a", "b", "c", "b"]);
  });

  it("does not keep what is larger than all the room, and throws nothing out for it", async () => {
    const made: string[] = [];
    const cache = boundedCache<string>(2, ({ length }) => length);
    for (const key of ["aa", "bbb", "bbb", "aa"]) await cache.get(key, make(key, made));
    expect(made).toEqual(["aa", "bbb", "bbb"]);
  });
});
