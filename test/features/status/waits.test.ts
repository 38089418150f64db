import { describe, expect, it } from "vitest";
import { matchVerb } from "../../../src/commands/match-verb.js";
import type { Wait } from "../../../src/engine/wait.js";
import { waitsIn } from "../../../src/features/status/hidden-waits.js";
import { progressFacts } from "../../../src/features/status/progress-facts.js";
import { statusComment } from "../../../src/features/status/status-comment.js";
import { FIRST_TASK, SPEC_PULL, specPull, TASK_PULL } from "../../support/loop.js";
import { aProject, t } from "../../support/project-state.js";
import { NOW, RELEASE, situation, suite } from "../../support/release.js";
import {
  approvedWait,
  change,
  checkpoint,
  deprecating,
  merging,
  missing,
  product,
  release,
  round,
  sceneWait,
  undoing,
  wait,
} from "../../support/wait-scenes.js";

type Turn = Pick<Wait, "who" | "commands" | "decision" | "task" | "pull_request">;

const AMEND = "/factory amend <feedback>";
const REJECT = "/factory reject <reasons>";
const OUT = { leftQueue: { at: NOW, reason: "CI" } } as const;

const TURNS: readonly (readonly [string, Wait | undefined, Turn])[] = [
  ["a SPEC.md that is missing", product(missing), { who: "person" }],
  ["an issue that says too little", product(missing, "quick"), { who: "person" }],
  ["a draft", product({ phase: "drafting", round }), { who: "factory" }],
  [
    "a spec to decide about",
    sceneWait("a spec that waits"),
    { who: "person", commands: ["/factory approve", AMEND, REJECT], decision: "spec", pull_request: SPEC_PULL },
  ],
  ["a spec that is not shown yet", sceneWait("a spec that waits", { pulls: [] }), { who: "factory" }],
  [
    "a spec whose pull request was closed",
    sceneWait("a spec that waits", { pulls: [{ ...specPull, state: "closed" }] }),
    { who: "person", commands: [AMEND, REJECT], pull_request: SPEC_PULL },
  ],
  [
    "a spec that nobody can write",
    product({ phase: "stuck", round, why: "No idea." }),
    { who: "person", commands: [AMEND, REJECT] },
  ],
  ["an approved spec", approvedWait({}), { who: "factory", pull_request: SPEC_PULL }],
  [
    "an approved spec that a rule holds up",
    approvedWait({ mergeBlockedBy: "a review" }),
    { who: "github", pull_request: SPEC_PULL },
  ],
  ["an approved spec that the queue took out", approvedWait(OUT), { who: "person", pull_request: SPEC_PULL }],
  ["an approved spec that was closed", approvedWait({ state: "closed" }), { who: "person", pull_request: SPEC_PULL }],
  ["a pause", sceneWait("a pause"), { who: "person", commands: ["/factory resume"] }],
  [
    "a request that is paused",
    wait({ project: null, paused_since: NOW }),
    { who: "person", commands: ["/factory resume"] },
  ],
  [
    "a checkpoint about money",
    checkpoint("budget-exhausted"),
    { who: "person", commands: ["/factory budget <usd>", "/factory continue"] },
  ],
  ["a checkpoint about calls", checkpoint("calls-exhausted"), { who: "person", commands: ["/factory continue"] }],
  ["any other checkpoint", checkpoint("scheduled"), { who: "person", commands: ["/factory continue"] }],
  ["a task that is next", wait({ project: aProject({ a: {} }) }), { who: "factory", task: t("a") }],
  ["a task in work", merging({}), { who: "factory", task: t("a"), pull_request: 6 }],
  [
    "a task that a rule holds up",
    merging({ mergeBlockedBy: "a review" }),
    { who: "github", task: t("a"), pull_request: 6 },
  ],
  ["a task that the queue took out", merging(OUT), { who: "person", task: t("a"), pull_request: 6 }],
  [
    "a halt",
    sceneWait("a halted task"),
    {
      who: "person",
      commands: ["/factory fix"],
      decision: "halt",
      task: FIRST_TASK,
      pull_request: TASK_PULL,
    },
  ],
  [
    "a halt whose escalation is not at hand",
    wait({ project: aProject({ a: { is: "HALTED" } }) }),
    { who: "person", decision: "halt", task: t("a") },
  ],
  [
    "a contract's amendment",
    sceneWait("a contract amendment"),
    {
      who: "person",
      commands: ["/factory amendment accept", "/factory amendment reject <reason>"],
      decision: "amendment",
      task: FIRST_TASK,
      pull_request: TASK_PULL,
    },
  ],
  [
    "an interface change to decide about",
    change({ stage: "deciding" }),
    {
      who: "person",
      commands: ["/factory ice approve"],
      decision: "halt",
      task: FIRST_TASK,
      pull_request: TASK_PULL,
    },
  ],
  [
    "an interface change that was deferred",
    change({ stage: "deciding" }, ["DEFER"]),
    {
      who: "person",
      commands: ["/factory ice approve", "/factory ice reject <reason>"],
      task: FIRST_TASK,
      pull_request: TASK_PULL,
    },
  ],
  [
    "an interface change that is debated",
    change({ stage: "debating", round: 1, activity: "propose", question: 1 }),
    { who: "factory", task: FIRST_TASK, pull_request: TASK_PULL },
  ],
  [
    "an interface change that is agreed on",
    change({ stage: "agreed", round: 1, version: "1.1.0" }),
    { who: "factory", task: FIRST_TASK, pull_request: TASK_PULL },
  ],
  [
    "an interface change that was rejected",
    change({ stage: "rejected", by: "ada", reason: "No." }),
    { who: "person", commands: ["/factory retry"], task: FIRST_TASK, pull_request: TASK_PULL },
  ],
  [
    "a task that needs an abandoned one",
    wait({ project: aProject({ a: { is: "ABANDONED" }, b: { is: "BLOCKED", after: ["a"] } }) }),
    {
      who: "person",
      commands: [`/factory amend-spec ${t("b")}`, `/factory split ${t("b")}`, `/factory abandon ${t("b")}`],
      decision: "dependency",
      task: t("b"),
    },
  ],
  [
    "a project of which nothing is left",
    wait({ project: aProject({ a: { is: "ABANDONED" } }) }),
    { who: "person", commands: ["/factory abort"] },
  ],
  ["a baseline that is due", wait({ baseline: { phase: "due", lost: 0 } }), { who: "factory" }],
  [
    "a baseline without a workflow",
    wait({ baseline: { phase: "due", lost: 0 } }, { workflow: { status: "absent" } }),
    { who: "person" },
  ],
  ["a baseline that runs", wait({ baseline: { phase: "awaited", run: suite, lost: 0 } }), { who: "github" }],
  [
    "a baseline that is stuck",
    wait({ baseline: { phase: "stuck", why: "no runner", since: NOW } }),
    { who: "person", commands: ["/factory retry"] },
  ],
  ["a suite to be started", release(RELEASE.validating), { who: "factory" }],
  [
    "a suite without a workflow",
    wait({ release: RELEASE.validating }, { workflow: { status: "absent" } }),
    { who: "person" },
  ],
  ["a suite that runs", release({ ...RELEASE.validating, run: suite }), { who: "github" }],
  ["a merge that is looked for", release(RELEASE.locating), { who: "factory" }],
  ["release gates", release(RELEASE.preparing), { who: "factory" }],
  ["a manifest that is not shown yet", release(RELEASE.proposing), { who: "factory" }],
  ["a manifest", release(RELEASE.proposing, {}), { who: "factory", pull_request: 9 }],
  [
    "a manifest that GitHub would not merge",
    release(RELEASE.proposing, { mergeRefused: "it would not" }),
    { who: "github", pull_request: 9 },
  ],
  [
    "a manifest that was closed",
    release(RELEASE.proposing, { state: "closed" }),
    { who: "person", commands: ["/factory release"], pull_request: 9 },
  ],
  [
    "a manifest that conflicts",
    release(RELEASE.proposing, { mergeable: "conflicting" }),
    { who: "person", commands: ["/factory release"], pull_request: 9 },
  ],
  ["a tag", release(RELEASE.publishing), { who: "factory" }],
  ["a refused release", release(RELEASE.refused), { who: "person", commands: ["/factory release"] }],
  [
    "a release of nothing",
    release({ ...RELEASE.refused, empty: true }),
    { who: "person", commands: ["/factory abort", "/factory release"] },
  ],
  ["a revert that is not shown yet", undoing(), { who: "factory", task: t("a") }],
  ["a revert", undoing({}), { who: "person", task: t("a"), pull_request: 9 }],
  [
    "a revert that conflicts",
    undoing({ mergeable: "conflicting" }),
    { who: "person", commands: [`/factory undo ${t("a")}`], task: t("a"), pull_request: 9 },
  ],
  ["a deprecation that is not shown yet", deprecating(), { who: "factory" }],
  ["a deprecation", deprecating({}), { who: "factory", pull_request: 9 }],
  ["a deprecation that conflicts", deprecating({ mergeable: "conflicting" }), { who: "person", pull_request: 9 }],
];

describe("whose turn it is, and which command helps", () => {
  it.each(TURNS)("at %s", (_what, found, turn) => {
    const { for: words, since, ...data } = found ?? expect.unreachable("it waits for something");
    expect(data).toEqual(turn);
    expect(words).not.toBe("");
    expect(Date.parse(since)).not.toBeNaN();
  });

  it.each(TURNS)("is said by commands that there are, at %s", (_what, found) => {
    for (const command of found?.commands ?? []) {
      expect(matchVerb(command.slice("/factory ".length))).toMatchObject({ ok: true });
    }
  });

  it("can be read from the status comment as it was written there", () => {
    const waits = TURNS.flatMap(([, found]) => found ?? []).slice(0, 30);
    expect(waitsIn(statusComment(situation().state, waits, progressFacts(situation())))).toEqual(waits);
  });
});
