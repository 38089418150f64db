import { describe, expect, it } from "vitest";
import { LimitedUntil } from "../../../src/domain/errors.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { JobEffect } from "../../../src/engine/ports.js";
import { contextPackPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { announcer, NoLongerAsked } from "../../../src/roles/asking/announce-question.js";
import { createOpenAccounts } from "../../../src/roles/asking/open-accounts.js";
import { REPOSITORY, writableStore } from "../../support/job-ports.js";
import { FIRST_TASK, NOW, planning } from "../../support/loop.js";
import { aQuestion } from "../../support/question.js";

const EFFECT: JobEffect = {
  kind: "ask-role",
  key: "k",
  task: FIRST_TASK,
  module: null,
  activity: "plan",
  question: 1,
  attempt: 1,
  from: "head",
};
const asked = { question: aQuestion(), estimate_usd: 0.25 };
const RUN = asked.question.pack.created_for.run_id;
const anyTime = () => {};

function deskOf(state: FactoryState, before?: () => FactoryState | undefined) {
  const kept = writableStore(state, {}, before);
  const accounts = createOpenAccounts();
  const open = (effect: JobEffect = EFFECT) =>
    announcer({
      repository: REPOSITORY,
      effect,
      state: kept.store,
      now: () => NOW,
      inTurn: (_, act) => act(),
      accounts,
    });
  return { ...kept, open };
}

describe("a question that is announced", () => {
  it("is on record with what its role is given, in one commit that says why", async () => {
    const { open, commits, state } = deskOf(planning);
    await open()(asked, anyTime);
    expect(commits.map(({ message }) => message)).toEqual(["factory: question-asked"]);
    const pack = contextPackPath(asked.question.pack.context_pack_id);
    expect(commits[0]?.files.map(({ path }) => path)).toContain(pack);
    expect(state().under_way).toMatchObject({ [RUN]: { estimate_usd: 0.25, role: "proposer" } });
  });

  it("is not announced again by the same process while it is under way", async () => {
    const { open, commits, state } = deskOf(planning);
    await open()(asked, anyTime);
    await open()(asked, anyTime);
    expect(commits).toHaveLength(1);
    expect(state().spent.project.calls).toBe(0);
  });

  it("is announced on top of concurrent changes", async () => {
    const theirs = { ...planning, noted: ["somebody else"] };
    const news = [theirs];
    const { open, commits, state } = deskOf(planning, () => news.shift());
    await open()(asked, anyTime);
    expect(commits).toHaveLength(1);
    expect(state()).toMatchObject({ noted: ["somebody else"], under_way: { [RUN]: {} } });
  });

  it("waits when others write all the time", async () => {
    const { open, commits } = deskOf(planning, () => planning);
    await expect(open()(asked, anyTime)).rejects.toBeInstanceOf(LimitedUntil);
    expect(commits).toEqual([]);
  });

  it("is not asked when the newest state forbids it", async () => {
    const { open, commits } = deskOf(planning);
    const forbid = () => {
      throw new LimitedUntil(Date.parse(NOW), "others");
    };
    await expect(open()(asked, forbid)).rejects.toThrow("others");
    expect(commits).toEqual([]);
  });
});

describe("a question that is not needed any more", () => {
  const open = { number: 1, triggers: ["scheduled" as const], opened_at: NOW };
  it.each<[string, FactoryState, JobEffect]>([
    ["because the work is paused", { ...planning, paused_since: NOW }, EFFECT],
    ["because a checkpoint is open", { ...planning, checkpoint: { ...planning.checkpoint, open } }, EFFECT],
    ["because its task asks another one", planning, { ...EFFECT, question: 7 } as JobEffect],
    ["because its task is gone", { ...planning, work: {} }, EFFECT],
    [
      "because the draft is another round's",
      planning,
      {
        kind: "draft-spec",
        key: "d",
        base: null,
        round: { number: 9, kind: "fresh", spec_blob: "a".repeat(40), feedback: [], amends: 0, started_at: NOW },
        request: planning.request,
      },
    ],
    [
      "because the contract is not debated any more",
      planning,
      {
        kind: "debate-contract",
        key: "x:1",
        change_id: "ICE-00000001",
        task: FIRST_TASK,
        activity: "challenge",
        round: 1,
        question: 1,
        head: "a".repeat(40),
      },
    ],
  ])("is not put %s", async (_why, state, effect) => {
    const { open: announce, commits } = deskOf(state);
    await expect(announce(effect)(asked, anyTime)).rejects.toBeInstanceOf(NoLongerAsked);
    expect(commits).toEqual([]);
  });
});
