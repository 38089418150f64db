import { afterAll, beforeAll, expect, it } from "vitest";
import { STATE_PATH } from "../../../src/domain/gates/state-paths.js";
import { FactoryState } from "../../../src/engine/factory-state.js";
import { newFactoryState } from "../../../src/features/request/new-state.js";
import { followState } from "../../../src/sandbox/demo/follow-state.js";
import { openPerson } from "../../../src/sandbox/demo/person.js";
import { actingAs } from "../../../src/sandbox/forge/context.js";
import { type Forge, startForge } from "../../../src/sandbox/forge/forge.js";
import { findAccount, findRepository } from "../../../src/sandbox/forge/lookup.js";
import { commitFiles } from "../../../src/sandbox/forge/operations/repository/commit-files.js";
import { writeYaml } from "../../../src/yaml/yaml.js";

const NOW = "2026-03-01T12:00:00Z";
const stateOf = (title: string): FactoryState =>
  newFactoryState(7, { issue: 2, title, requester: "ada", lane: "full", requested_at: NOW });
const titles = (states: readonly FactoryState[]) => states.map(({ request }) => request.title);

const started: { forge?: Forge } = {};
beforeAll(async () => {
  started.forge = await startForge({ files: { "README.md": "# Product\n" }, log: () => {} });
});
afterAll(() => started.forge?.stop());

/** Commits these, one after the other, to the state branch. */
async function commitAll(forge: Forge, ...names: readonly string[]): Promise<void> {
  const { hub, repo, users } = forge;
  const repository = findRepository(hub.state, repo.owner, repo.repo);
  const user = findAccount(hub.state, users.admin.login);
  if (repository === undefined || user === undefined) throw new Error("the forge has lost its repository or its admin");
  const acting = actingAs({ kind: "user", user, scopes: ["repo"] }, Promise.resolve());
  for (const name of names) {
    const additions = [{ path: STATE_PATH, content: Buffer.from(writeYaml(stateOf(name), FactoryState)) }];
    const commit = { repository, branch: "factory/state", message: name, additions, deletions: [] };
    await hub.exclusive(repository, () => commitFiles(hub, acting, commit));
  }
}

it("the follower of a state returns every state since the last call, in order, however many there are", async () => {
  const { forge } = started;
  if (forge === undefined) throw new Error("the forge was not started");
  const person = openPerson(forge);
  const look = followState(person);
  expect(await look()).toEqual([]);
  await commitAll(forge, "one", "two");
  expect(titles(await look())).toEqual(["one", "two"]);
  expect(await look()).toEqual([]);
  const many = Array.from({ length: 65 }, (_, index) => `later ${index}`);
  await commitAll(forge, ...many);
  expect(titles(await look())).toEqual(many);
  // Whoever comes later hears where things stand, not everything that ever was.
  const latecomer = followState(person);
  expect(titles(await latecomer())).toEqual(["later 64"]);
  await commitAll(forge, "last");
  expect(titles(await latecomer())).toEqual(["last"]);
});
