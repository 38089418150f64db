import { describe, expect, it } from "vitest";
import { FactoryState } from "../../../src/engine/factory-state.js";
import { newFactoryState } from "../../../src/features/request/new-state.js";
import { gitHubStateStore } from "../../../src/github/store/state-store.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { commitOn, useForge } from "../../support/forge.js";
import { useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { ".factory/config.yml": "branch_prefix: robots\n" } });
const { adapter } = useGitHubAdapter(local);
const request = {
  issue: 3,
  title: "Go",
  requester: "ada",
  lane: "full",
  requested_at: "2026-03-01T10:00:00Z",
} as const;
const text = writeYaml(newFactoryState(7, request), FactoryState);
const files = [{ path: ".factory/state.yml", text }];
const branches = async () =>
  (await local.as("admin").rest.repos.listBranches({ ...local.at, per_page: 100 })).data.map(({ name }) => name);

describe("the state branch", () => {
  it("stays where it is if the prefix was set after it was created", async () => {
    await commitOn(await local.bot(), local.at, { branch: "factory/state", path: ".factory/state.yml", text });
    const store = gitHubStateStore(adapter().gitHubFor);
    const loaded = await store.load(adapter().repository);
    if (loaded.kind !== "loaded") throw new Error(`the state is ${loaded.kind}`);
    await store.commit(adapter().repository, { expectedHead: loaded.head, message: "next", files });
    expect(await branches()).not.toContain("robots/state");
    await local.as("admin").rest.git.deleteRef({ ...local.at, ref: "heads/factory/state" });
  });

  it("has the configured prefix of the repository", async () => {
    const store = gitHubStateStore(adapter().gitHubFor);
    expect(await store.load(adapter().repository)).toEqual({ kind: "none" });
    const made = await store.commit(adapter().repository, { expectedHead: null, message: "begin", files });
    expect(made.kind).toBe("committed");
    expect(await branches()).toContain("robots/state");
    expect(await branches()).not.toContain("factory/state");
    expect(await gitHubStateStore(adapter().gitHubFor).load(adapter().repository)).toMatchObject({ kind: "loaded" });
  });

  it("gives every file that was asked for, also more than are kept", async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      path: `.factory/tasks/${index}.yml`,
      text: `n: ${index}\n`,
    }));
    const writer = gitHubStateStore(adapter().gitHubFor);
    const before = await writer.load(adapter().repository);
    const expectedHead = before.kind === "loaded" ? before.head : null;
    await writer.commit(adapter().repository, { expectedHead, message: "many", files: [...files, ...many] });
    const reader = gitHubStateStore(adapter().gitHubFor);
    const loaded = await reader.load(adapter().repository);
    if (loaded.kind !== "loaded") throw new Error(`the state is ${loaded.kind}`);
    const paths = many.map(({ path }) => path);
    expect([...(await reader.read(adapter().repository, loaded.head, paths)).keys()]).toEqual(paths);
  });

  it("is read once: what was read or written at a commit is known there, and at the next one", async () => {
    const store = gitHubStateStore(adapter().gitHubFor);
    const loaded = await store.load(adapter().repository);
    if (loaded.kind !== "loaded") throw new Error(`the state is ${loaded.kind}`);
    const paths = [".factory/state.yml", "more.yml"];
    await store.read(adapter().repository, loaded.head, paths.slice(0, 1));
    const more = [{ path: "more.yml", text: "x: 1\n" }];
    const next = await store.commit(adapter().repository, { expectedHead: loaded.head, message: "next", files: more });
    if (next.kind !== "committed") throw new Error(next.kind);
    adapter().requests();
    expect(await store.read(adapter().repository, next.head, paths)).toEqual(
      new Map([
        [".factory/state.yml", text],
        ["more.yml", "x: 1\n"],
      ]),
    );
    expect(adapter().requests()).toEqual([]);
  });
});
