import { beforeAll, describe, expect, it } from "vitest";
import type { Sha } from "../../../src/domain/ids.js";
import { FactoryState } from "../../../src/engine/factory-state.js";
import { newFactoryState } from "../../../src/features/request/new-state.js";
import type { GitHub, GitHubFor } from "../../../src/github/client/github.js";
import { gitHubStateStore } from "../../../src/github/store/state-store.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { commitOn, useForge } from "../../support/forge.js";
import { useGitHubAdapter } from "../../support/github-adapter.js";

const BRANCH = "factory/state";
const PATH = ".factory/state.yml";
const local = useForge();
const { adapter } = useGitHubAdapter(local);
const textOf = (title: string) => {
  const asked = { issue: 3, title, requester: "ada", lane: "full", requested_at: "2026-03-01T10:00:00Z" } as const;
  return writeYaml(newFactoryState(7, asked), FactoryState);
};

/** The state "two", committed by this store over "one"; from then on GitHub can be made to answer as it did before. */
async function storeBehindLag() {
  const lag: { isOn: boolean; answer?: unknown } = { isOn: false };
  const gitHubFor: GitHubFor = async (repository, permissions) => {
    const gitHub = await adapter().gitHubFor(repository, permissions);
    const graphql = async (query: string, variables: Record<string, unknown>) => {
      if (!query.startsWith("query") || !lag.isOn) return gitHub.graphql(query, variables);
      lag.answer ??= await gitHub.graphql(query, variables);
      return lag.answer;
    };
    return { ...gitHub, request: gitHub.request, graphql: graphql as GitHub["graphql"] };
  };
  const store = gitHubStateStore(gitHubFor);
  await commitOn(await local.bot(), local.at, { branch: BRANCH, path: PATH, text: textOf("one") });
  lag.isOn = true;
  const before = await headOf(store);
  const files = [{ path: PATH, text: textOf("two") }];
  const made = await store.commit(adapter().repository, { expectedHead: before, message: "two", files });
  if (made.kind !== "committed") throw new Error(made.kind);
  return { store, before, after: made.head, lag };
}

async function headOf(store: ReturnType<typeof gitHubStateStore>): Promise<Sha> {
  const loaded = await store.load(adapter().repository);
  if (loaded.kind !== "loaded") throw new Error(`the state is ${loaded.kind}`);
  return loaded.head;
}

describe("a state that GitHub shows as it was before our own commit", () => {
  const world: Partial<Awaited<ReturnType<typeof storeBehindLag>>> = {};
  const lagging = () => world as Awaited<ReturnType<typeof storeBehindLag>>;
  beforeAll(async () => {
    Object.assign(world, await storeBehindLag());
  });

  it("is ignored, and does not replace the remembered one", async () => {
    const { store, after } = lagging();
    for (const _ of [1, 2]) {
      expect(await store.load(adapter().repository)).toMatchObject({
        head: after,
        state: { request: { title: "two" } },
      });
      expect(store.recall(adapter().repository)).toMatchObject({ head: after });
    }
  });

  it("can be restored by a new commit, which is accepted at once", async () => {
    const { store, lag } = lagging();
    lag.isOn = false;
    const restored = { branch: BRANCH, path: PATH, text: textOf("one") };
    const head = await commitOn(await local.bot(), local.at, restored);
    expect(await store.load(adapter().repository)).toMatchObject({ head, state: { request: { title: "one" } } });
    lag.isOn = true;
    expect(await headOf(store)).toBe(head);
  });

  it("is accepted after `forget`, so that a branch that was force-pushed back can be read", async () => {
    const { store, before } = lagging();
    store.forget(adapter().repository);
    expect(store.recall(adapter().repository)).toBeUndefined();
    expect(await headOf(store)).toBe(before);
    expect(store.recall(adapter().repository)).toMatchObject({ head: before });
  });
});
