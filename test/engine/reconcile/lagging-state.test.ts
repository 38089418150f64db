import { expect, it } from "vitest";
import type { Sha } from "../../../src/domain/ids.js";
import { isJob } from "../../../src/engine/effects/effect-table.js";
import { FactoryState } from "../../../src/engine/factory-state.js";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import type { GitHub } from "../../../src/github/client/github.js";
import { gitHubStateStore } from "../../../src/github/store/state-store.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { decideOn, FIRST_TASK, mergedSpec, planning, taskPull } from "../../support/loop.js";
import { HERE, loopWorld } from "../../support/loop-world.js";
import { HEAD, observed } from "../../support/observed.js";

const OLDER = "d".repeat(40);
const seen = { pulls: [mergedSpec, taskPull] };
const asking = planning.work[FIRST_TASK];
if (asking?.stage.stage !== "planning") throw new Error("the task is being planned");
/** The same after an answer that was of no use: the next question is open, and the first is not. */
const asked: FactoryState = {
  ...planning,
  work: {
    ...planning.work,
    [FIRST_TASK]: {
      ...asking,
      questions: 2,
      asked: { "/plan": 2 },
      stage: { stage: "planning", question: 2, attempt: 2 },
    },
  },
};
const jobOf = (state: FactoryState) =>
  decideOn(state, seen).pending.flatMap((effect) => (isJob(effect) ? [effect.key] : []));

/** We have replaced the older state, and GitHub shows it for so many questions more, to whoever reads and whoever looks. */
async function laggingWorld(lagging: number) {
  const at = (head: Sha, state: FactoryState) => {
    const object = { oid: head, text: writeYaml(state, FactoryState), isTruncated: false };
    return { target: { oid: head, file: { object } } };
  };
  let left = Number.POSITIVE_INFINITY;
  const isBehind = () => {
    left -= 1;
    return left >= 0;
  };
  const graphql = async (query: string) => {
    if (query.startsWith("mutation")) return { createCommitOnBranch: { commit: { oid: HEAD, tree: { oid: HEAD } } } };
    const ref = isBehind() ? at(OLDER, planning) : at(HEAD, asked);
    return { repository: { defaultBranchRef: null, ref, usual: ref } };
  };
  const gitHub = { graphql, request: () => Promise.reject(new Error("nothing is asked by REST")) };
  const state = gitHubStateStore(async () => gitHub as unknown as GitHub);
  await state.load(HERE);
  const files = [{ path: ".factory/state.yml", text: writeYaml(asked, FactoryState) }];
  await state.commit(HERE, { expectedHead: OLDER, message: "we replace it", files });
  left = lagging;
  const started = new Set<string>();
  const jobs = { start: (_: unknown, { key }: { key: string }) => void started.add(key), cancelAll: () => {} };
  const { ports } = loopWorld({ state: asked, files: new Map() }, jobs);
  const observe = async () => observed({ ...seen, stateHead: isBehind() ? OLDER : HEAD });
  return { started, ports: { ...ports, state, forge: { ...ports.forge, observe } } };
}

it("a reconcile asks no question again that its own commit has closed, though a lagging state and observation show it as open", async () => {
  for (const lagging of [1, 2, 3, 4, 6, 9]) {
    const { ports, started } = await laggingWorld(lagging);
    expect(await reconcile(HERE, ports), `${lagging} answers behind`).toEqual({ kind: "settled" });
    expect([...started], `${lagging} answers behind`).toEqual(jobOf(asked));
  }
});

it("a reconcile stops if the lag does not end, and the next one accepts a branch that was force-pushed back", async () => {
  const { ports, started } = await laggingWorld(Number.POSITIVE_INFINITY);
  expect(await reconcile(HERE, ports)).toMatchObject({ kind: "stopped", problem: { code: "lost-races" } });
  expect([...started]).toEqual([]);
  expect(await reconcile(HERE, ports)).toEqual({ kind: "settled" });
  expect([...started]).toEqual(jobOf(planning));
});
