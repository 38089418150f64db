import { describe, expect, it } from "vitest";
import { decide } from "../../../src/engine/decide.js";
import { deriveEffects } from "../../../src/engine/effects/derive-effects.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { ObservedProposal, ObservedSealing } from "../../../src/engine/observation.js";
import { observationQuery } from "../../../src/engine/observation-query.js";
import type { WorkStage } from "../../../src/features/modules/task-work.js";
import { sealEffects } from "../../../src/features/seals/seal-effects.js";
import { aConfig } from "../../support/config.js";
import { HEAD, observed, pull } from "../../support/observed.js";
import { aProject, t } from "../../support/project-state.js";
import { ended, NOW, situation } from "../../support/release.js";
import { gates, planned, sha } from "../../support/task-work.js";

const proposal = (changes: Partial<ObservedProposal> = {}): ObservedProposal => ({
  number: 9,
  head: sha("1"),
  base: "main",
  fork: false,
  judged: null,
  ...changes,
});
const sealing = (changes: Partial<ObservedSealing> = {}): ObservedSealing => ({
  trees: [sha("c"), sha("d")],
  watched: `shipped:${HEAD}`,
  proposals: [],
  mergeGroups: [],
  ...changes,
});
const oweOn = (seen: Partial<ObservedSealing>, state: FactoryState | null = ended()) =>
  sealEffects({ state, observed: observed({ sealing: sealing(seen) }), config: aConfig() });
const only = (seen: Partial<ObservedSealing>, state?: FactoryState | null) => {
  const [effect, ...more] = oweOn(seen, state);
  if (effect?.kind !== "judge-seals" || more.length > 0) throw new Error("expected one judgement");
  return effect;
};

describe("the check about seals", () => {
  it("is owed to an open pull request that has none, and not to one whose check was made from the same", () => {
    const effect = only({ proposals: [proposal()] });
    expect(effect).toMatchObject({
      head: sha("1"),
      sealed_at: HEAD,
      pulls: [{ number: 9, head: sha("1") }],
      may_write: { building: [], index: false },
      fork: false,
    });
    expect(oweOn({ proposals: [proposal({ judged: effect.key })] })).toEqual([]);
  });

  it("offers to take back what a task of this product built, as long as that would not be refused", () => {
    const undoOf = (state: FactoryState) => only({ proposals: [proposal()] }, state).ways.undo;
    const project = (changes: Parameters<typeof aProject>[1] = {}) =>
      aProject({ a: { is: "SHIPPED", module_refs: ["MM-0001@1.0.0"] }, b: { is: "HALTED", module_refs: [] } }, changes);
    expect(undoOf(ended({ project: project() }))).toEqual({ "MM-0001@1.0.0": t("a") });
    expect(undoOf(ended({ project: project({ status: "ABORTED" }) }))).toEqual({});
  });

  it.each<[string, Partial<ObservedSealing>]>([
    ["the head moved", { proposals: [proposal({ head: sha("2") })] }],
    ["it is for another branch", { proposals: [proposal({ base: "next" })] }],
    ["it comes from a fork", { proposals: [proposal({ fork: true })] }],
    ["something shipped or was deprecated", { proposals: [proposal()], trees: [sha("e"), sha("d")] }],
    ["a shipped version's files changed", { proposals: [proposal()], trees: [sha("c"), sha("e")] }],
  ])("is made again when %s", (_, seen) => {
    expect(only(seen).key).not.toBe(only({ proposals: [proposal()] }).key);
  });

  it("is made once for pull requests with one head, and lenient only if all of them come from forks", () => {
    const effect = only({ proposals: [proposal({ fork: true }), proposal({ number: 10, base: "next" })] });
    expect(effect.pulls.map(({ number }) => number)).toEqual([9, 10]);
    expect(effect.fork).toBe(false);
    expect(only({ proposals: [proposal({ fork: true }), proposal({ number: 10, fork: true })] }).fork).toBe(true);
  });

  it("is said on a merge group about the pull request it is named after", () => {
    const judged = only({ proposals: [proposal()] }).key;
    const group = { number: 9, head: sha("3"), judged: null };
    const effect = only({ proposals: [proposal({ judged })], mergeGroups: [group] });
    expect(effect).toMatchObject({ head: sha("3"), pulls: [{ number: 9, head: sha("1") }] });
    const stands = { ...group, judged: effect.key };
    expect(oweOn({ proposals: [proposal({ judged })], mergeGroups: [stands] })).toEqual([]);
    expect(oweOn({ mergeGroups: [group] })).toEqual([]);
  });

  it("is owed where there is no state, too", () => {
    expect(only({ proposals: [proposal()] }, null).may_write).toEqual({ building: [], index: false });
    const seen = observed({ sealing: sealing({ proposals: [proposal()] }) });
    const rest = { files: new Map(), stateHead: null, given: [], now: NOW, setupKit: null };
    const { pending } = decide({ state: null, observed: seen, config: aConfig(), ...rest });
    expect(pending.map(({ kind }) => kind)).toEqual(["judge-seals"]);
  });

  it("is owed nowhere before anything has shipped or been committed", () => {
    expect(sealEffects({ state: ended(), observed: observed(), config: aConfig() })).toEqual([]);
    const empty = observed({ defaultHead: null, sealing: sealing({ proposals: [proposal()] }) });
    expect(sealEffects({ state: ended(), observed: empty, config: aConfig() })).toEqual([]);
  });

  it.each([
    ["ACTIVE", true],
    ["RELEASED", true],
    ["ABORTED", true],
    ["PAUSED", false],
  ] as const)("of a project that is %s is looked for and owed: %s", (status, expected) => {
    const project = aProject({ a: { is: "SHIPPED" } }, { status });
    const seen = situation({ project }, { sealing: sealing({ proposals: [proposal()] }) });
    expect(deriveEffects(seen).some(({ kind }) => kind === "judge-seals")).toBe(expected);
    expect(observationQuery(seen.state, aConfig(), null).sealing).toBe(expected);
  });
});

describe("a pull request of the loop's own", () => {
  const inWork = (stage: WorkStage) => {
    const [built, reused] = planned({ id: "MM-0001" }, { id: "MM-0002", reused: true }).modules;
    if (built === undefined || reused === undefined) throw new Error("no modules");
    const modules = [{ ...built, module_ref: "MM-0001@1.1.0" }, reused];
    return ended({
      project: aProject({ a: { is: "IN_PROGRESS", pull_request: 9 } }),
      work: { [t("a")]: { ...planned({ id: "MM-0001" }), stage, modules } },
    });
  };
  const integrating = { stage: "integrating", head: sha("1"), base: sha("9"), gates: null } as const;

  it("may write the versions that its plan builds, not those it reuses", () => {
    const effect = only({ proposals: [proposal()] }, inWork(integrating));
    expect(effect.may_write).toEqual({ building: ["MM-0001@1.1.0"], index: true });
    expect(only({ proposals: [proposal({ number: 10 })] }, inWork(integrating)).may_write.building).toEqual([]);
  });

  it.each<[WorkStage, boolean]>([
    [{ stage: "opening" }, false],
    [{ stage: "planning", question: 1, attempt: 1 }, false],
    [{ stage: "building" }, false],
    [{ stage: "reading-fix", question: 1, from: sha("1"), fix_description: "mended" }, false],
    [integrating, true],
    [{ stage: "merging", head: sha("1"), base: sha("9"), gates: gates() }, true],
    [
      {
        stage: "halted",
        escalation: "ESC-1a2b3c4d",
        cause: { kind: "gates-failing", module: "MM-0001@1.1.0", attempts: 1, failures: [] },
      },
      true,
    ],
  ])("is judged where it could be merged: %o", (stage, expected) => {
    expect(oweOn({ proposals: [proposal()] }, inWork(stage))).toHaveLength(expected ? 1 : 0);
  });

  it("may change the index when it deprecates", () => {
    const order = {
      module_ref: "MM-0001@1.0.0",
      reason: "It is slow.",
      migration_note: "Use the other one.",
      replacement: null,
      asked_by: "ada",
      issue: 3,
      at: NOW,
    };
    const state = ended({ deprecations: [{ phase: "proposing", order, digest: "d".repeat(64), downstream: [] }] });
    const keeper = (branch: string) => {
      const seen = observed({ sealing: sealing({ proposals: [proposal()] }), pulls: [pull({ number: 9, branch })] });
      const [effect] = sealEffects({ state, observed: seen, config: aConfig() });
      return effect?.kind === "judge-seals" ? effect.may_write : null;
    };
    expect(keeper("factory/deprecate-MM-0001-1.0.0")).toEqual({ building: [], index: true });
    expect(keeper("factory/deprecate-MM-0002-1.0.0")).toEqual({ building: [], index: false });
  });
});

describe("the default branch", () => {
  it("is compared with what shipped once for each head, and the request's issue is named", () => {
    const key = `shipped:${HEAD}`;
    const nothing = { versions: {}, moving: [] };
    const shipped = { versions: { "MM-0001@1.0.0": "SHIPPED" }, moving: [] };
    const labels = { quick: "factory:quick", start: "factory" };
    const ways = { labels, issue: 3, undo: { "MM-0001@1.0.0": t("a") } };
    expect(oweOn({ watched: null })).toEqual([
      { kind: "watch-seals", key, head: HEAD, issue: 3, known: shipped, ways },
    ]);
    expect(oweOn({ watched: `shipped:${sha("2")}` })).toHaveLength(1);
    expect(oweOn({ watched: null }, null)).toEqual([
      { kind: "watch-seals", key, head: HEAD, issue: null, known: nothing, ways: { labels, issue: null, undo: {} } },
    ]);
    expect(oweOn({ watched: key })).toEqual([]);
  });

  it("is not compared where its head is a task's own merge, which was judged as a whole", () => {
    const project = (merge_sha: string) =>
      aProject({ a: { is: "SHIPPED", pull_request: 5, merge_sha, module_refs: ["MM-0001@1.0.0"] } });
    expect(oweOn({ watched: null }, ended({ project: project(HEAD) }))).toEqual([]);
    const byHand = ended({ project: project(HEAD), noted: ["merged-by-hand:5"] });
    expect(oweOn({ watched: null }, byHand)).toHaveLength(1);
    expect(oweOn({ watched: null }, ended({ project: project(sha("4")) }))).toHaveLength(1);
  });
});
