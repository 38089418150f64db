import { describe, expect, it } from "vitest";
import { boundedCache } from "../../../src/github/cache/bounded-cache.js";
import { createKnownTexts } from "../../../src/github/cache/known-texts.js";
import { createKnownTrees } from "../../../src/github/cache/known-trees.js";
import type { GitHubFor } from "../../../src/github/client/github.js";
import { gitHubForge } from "../../../src/github/forge.js";
import { gitHubRepositoryReader } from "../../../src/github/store/repository-reader.js";
import { gitHubStateStore } from "../../../src/github/store/state-store.js";
import { ok } from "../../../src/sandbox/forge/http/reply.js";
import { commitOn, useForge } from "../../support/forge.js";
import { useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { "SPEC.md": "# Notes\n", "src/a.ts": "export const ä = 1;\n" } });
const { adapter } = useGitHubAdapter(local);
const headOf = async () =>
  (await local.as("read").rest.repos.getBranch({ ...local.at, branch: "main" })).data.commit.sha;

/** What was asked of GitHub since the last look at it. */
const asked = () =>
  adapter()
    .requests()
    .map((request) => (request.endsWith("/graphql") ? "graphql" : request))
    .sort();

const NOWHERE = {
  appId: 1,
  installationOf: () => Promise.reject(new Error("nobody asks")),
  gatesWorkflow: null,
  now: Date.now,
};

/** A commit of exactly these bytes on a branch of its own. */
async function commitFiles(contents: Readonly<Record<string, Buffer>>): Promise<string> {
  const { git } = local.as("admin").rest;
  const tree = await Promise.all(
    Object.entries(contents).map(async ([path, content]) => {
      const blob = await git.createBlob({ ...local.at, content: content.toString("base64"), encoding: "base64" });
      return { path, mode: "100644", type: "blob", sha: blob.data.sha } as const;
    }),
  );
  const base = await headOf();
  const made = await git.createTree({ ...local.at, tree, base_tree: base });
  return (await git.createCommit({ ...local.at, message: "files", tree: made.data.sha, parents: [base] })).data.sha;
}

describe("the reader of a commit", () => {
  it("lists every file with its blob, size and mode, without folders, and reads them as text", async () => {
    const reader = gitHubRepositoryReader(adapter().gitHubFor);
    const entries = await reader.tree(adapter().repository, await headOf());
    expect(entries.map(({ path, mode, size }) => [path, mode, size])).toEqual([
      ["SPEC.md", "100644", 8],
      ["src/a.ts", "100644", 21],
    ]);
    const blob = entries.find(({ path }) => path === "src/a.ts")?.blob ?? "";
    expect(await reader.blob(adapter().repository, blob)).toBe("export const ä = 1;\n");
    expect(adapter().asked.at(-1)).toEqual({ contents: "read" });
  });

  it("requests immutable objects once", async () => {
    const reader = gitHubRepositoryReader(adapter().gitHubFor);
    const head = await headOf();
    const [entry] = await reader.tree(adapter().repository, head);
    await reader.blob(adapter().repository, entry?.blob ?? "");
    adapter().requests();
    await reader.tree(adapter().repository, head);
    await reader.blob(adapter().repository, entry?.blob ?? "");
    expect(adapter().requests()).toEqual([]);
  });

  it("does not request what was written here, and requests everything else", async () => {
    const texts = createKnownTexts();
    const reader = gitHubRepositoryReader(adapter().gitHubFor, texts);
    const { id } = adapter().repository;
    await texts.learn(id, "# Notes\n");
    const entries = await reader.tree(adapter().repository, await headOf());
    adapter().requests();
    const read = (name: string) =>
      reader.blob(adapter().repository, entries.find(({ path }) => path === name)?.blob ?? "");
    expect(await read("SPEC.md")).toBe("# Notes\n");
    expect(adapter().requests()).toEqual([]);
    await texts.learn(id + 1, "export const ä = 1;\n");
    expect(await read("src/a.ts")).toBe("export const ä = 1;\n");
    expect(adapter().requests()).toHaveLength(1);
  });

  describe("for our own commit", () => {
    const branch = "factory/own";
    const files = [
      { path: "src/a.ts", text: "export const ä = 2;\n" },
      { path: "src/a-b/c.ts", text: "" },
      { path: "src.md", text: "é\n" },
    ];

    it("derives the files from the parent, as GitHub lists them", async () => {
      const trees = createKnownTrees();
      const forge = gitHubForge(adapter().gitHubFor, adapter().ownLogin, { ...NOWHERE, trees });
      const parent = await headOf();
      await local.as("admin").rest.git.createRef({ ...local.at, ref: `refs/heads/${branch}`, sha: parent });
      const commit = { kind: "commit-files", key: "own", branch, parent, message: "own", files } as const;
      const made = await forge.perform(adapter().repository, { ...commit, deletions: ["SPEC.md"] }, { isNew: true });
      const head = typeof made === "object" && "head" in made ? made.head : "";
      const reader = gitHubRepositoryReader(adapter().gitHubFor, createKnownTexts(), trees);
      await reader.tree(adapter().repository, parent);
      adapter().requests();
      const derived = await reader.tree(adapter().repository, head);
      expect(adapter().requests()).toEqual([]);
      expect(derived).toEqual(await gitHubRepositoryReader(adapter().gitHubFor).tree(adapter().repository, head));
      expect(derived.map(({ path }) => path)).toEqual(["src.md", "src/a-b/c.ts", "src/a.ts"]);
    });

    it("lists the files if GitHub has another tree", async () => {
      const trees = createKnownTrees();
      const [parent, head] = [await headOf(), await commitFiles({ "src/a.ts": Buffer.from("redacted\n") })];
      trees.learn(adapter().repository.id, { parent, head, tree: "0".repeat(40), files, deletions: [] });
      const reader = gitHubRepositoryReader(adapter().gitHubFor, createKnownTexts(), trees);
      const listed = await gitHubRepositoryReader(adapter().gitHubFor).tree(adapter().repository, head);
      expect(await reader.tree(adapter().repository, head)).toEqual(listed);
    });
  });

  it("reads many files by few requests, each as git has it, and none twice", async () => {
    const long = `${"é".repeat(300_000)}\n`;
    const contents: Record<string, Buffer> = {
      "many/latin.txt": Buffer.from("caf\xe9\n", "latin1"),
      "many/mark.txt": Buffer.from("\ufeffwith a mark\n"),
      "many/long.txt": Buffer.from(long),
      "many/empty.txt": Buffer.alloc(0),
      "many/image.bin": Buffer.from([0, 1, 2, 3]),
    };
    for (let file = 0; file < 120; file += 1) contents[`many/${file}.txt`] = Buffer.from(`${file}\n`);
    const head = await commitFiles(contents);
    const reader = gitHubRepositoryReader(adapter().gitHubFor);
    const entries = (await reader.tree(adapter().repository, head)).filter(({ path }) => path.startsWith("many/"));
    adapter().requests();
    const texts = await reader.blobs(adapter().repository, [...entries, ...entries]);
    // Two questions for 124 of them; the long one and the one that is not UTF-8 are asked for by themselves.
    expect(asked()).toEqual([
      ...Array.from({ length: 2 }, () => "GET /repos/{owner}/{repo}/git/blobs/{file_sha}"),
      ...Array.from({ length: 2 }, () => "graphql"),
    ]);
    const read = Object.fromEntries(entries.map(({ path, blob }) => [path, texts.get(blob)]));
    expect(read).toMatchObject({
      "many/latin.txt": "caf\ufffd\n",
      "many/mark.txt": "\ufeffwith a mark\n",
      "many/long.txt": long,
      "many/empty.txt": "",
      "many/image.bin": null,
      "many/119.txt": "119\n",
    });
    await reader.blobs(
      adapter().repository,
      entries.filter(({ path }) => path !== "many/image.bin"),
    );
    expect(adapter().requests()).toEqual([]);
  });

  it("requests no more bytes at once than an answer can have", async () => {
    const contents = Object.fromEntries(
      Array.from({ length: 5 }, (_, file) => [`large/${file}.txt`, Buffer.from(`${file}`.repeat(400_000))]),
    );
    const head = await commitFiles(contents);
    const reader = gitHubRepositoryReader(adapter().gitHubFor);
    const entries = (await reader.tree(adapter().repository, head)).filter(({ path }) => path.startsWith("large/"));
    adapter().requests();
    const texts = await reader.blobs(adapter().repository, entries);
    expect(asked()).toEqual(["graphql", "graphql", "graphql"]);
    expect([...texts.values()].map((text) => text?.length)).toEqual(Array.from({ length: 5 }, () => 400_000));
  });

  it("reports a missing blob like a single read", async () => {
    const reader = gitHubRepositoryReader(adapter().gitHubFor);
    const missing = ["a", "b"].map((digit) => ({ blob: digit.repeat(40), size: 1 }));
    await expect(reader.blobs(adapter().repository, missing)).rejects.toMatchObject({ status: 404 });
  });

  it("fails on a tree that GitHub truncates, instead of returning a short list", async () => {
    const remove = local.forge.intercept({
      afterRequest({ path }, reply) {
        if (!path.includes("/git/trees/")) return { kind: "pass" };
        return { kind: "answer", reply: ok({ ...JSON.parse(reply.body.toString()), truncated: true }) };
      },
    });
    const reader = gitHubRepositoryReader(adapter().gitHubFor);
    await expect(reader.tree(adapter().repository, await headOf())).rejects.toThrow(/more files than GitHub lists/);
    remove();
  });
});

describe("the reader of version tags", () => {
  it("names the commit of each, annotated or not, on any number of pages, and no other tag", async () => {
    const admin = local.as("admin").rest.git;
    const sha = await headOf();
    const tag = (name: string, at: string) => admin.createRef({ ...local.at, ref: `refs/tags/${name}`, sha: at });
    await tag("nightly", sha);
    const annotated = { ...local.at, tag: "v2.0.0", message: "two", object: sha, type: "commit" } as const;
    await tag("v2.0.0", (await admin.createTag(annotated)).data.sha);
    for (let patch = 0; patch < 100; patch += 1) await tag(`v1.0.${patch}`, sha);
    const tags = await gitHubRepositoryReader(adapter().gitHubFor).versionTags(adapter().repository);
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

  it("evicts the least recently used value if there is no more space", async () => {
    const made: string[] = [];
    const cache = boundedCache<string>(2, ({ length }) => length);
    for (const key of ["a", "b", "a", "c", "a", "b"]) await cache.get(key, make(key, made));
    expect(made).toEqual(["a", "b", "c", "b"]);
  });

  it("does not store a value larger than itself, and evicts nothing for it", async () => {
    const made: string[] = [];
    const cache = boundedCache<string>(2, ({ length }) => length);
    for (const key of ["aa", "bbb", "bbb", "aa"]) await cache.get(key, make(key, made));
    expect(made).toEqual(["aa", "bbb", "bbb"]);
  });
});

it("nothing that is known of one repository is shown to another, although contents have the same names", async () => {
  const elsewhere = { ...adapter().repository, id: adapter().repository.id + 1 };
  /** A repository in which there is nothing to read. */
  const refuse = () => Promise.reject(Object.assign(new Error("Not Found"), { status: 404 }));
  const gitHubFor: GitHubFor = (repository, permissions) =>
    repository.id === elsewhere.id ? refuse() : adapter().gitHubFor(repository, permissions);
  const reader = gitHubRepositoryReader(gitHubFor);
  const head = await headOf();
  const [entry] = await reader.tree(adapter().repository, head);
  if (entry === undefined) throw new Error("there is no file");
  await reader.blob(adapter().repository, entry.blob);
  await expect(reader.tree(elsewhere, head)).rejects.toMatchObject({ status: 404 });
  await expect(reader.blob(elsewhere, entry.blob)).rejects.toMatchObject({ status: 404 });
  await expect(reader.blobs(elsewhere, [entry])).rejects.toMatchObject({ status: 404 });
  const store = gitHubStateStore(gitHubFor);
  await commitOn(await local.bot(), local.at, { branch: "factory/state", path: ".factory/secret.yml", text: "a: 1\n" });
  const { data } = await local.as("read").rest.repos.getBranch({ ...local.at, branch: "factory/state" });
  const paths = [".factory/secret.yml"];
  expect((await store.read(adapter().repository, data.commit.sha, paths)).size).toBe(1);
  await expect(store.read(elsewhere, data.commit.sha, paths)).rejects.toMatchObject({ status: 404 });
  expect(store.recall(elsewhere)).toBeUndefined();
});
