import { describe, expect, it } from "vitest";
import { commandHelp } from "../../../src/commands/help.js";
import { FactoryEvent } from "../../../src/engine/event.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { HumanResolution } from "../../../src/features/halts/resolution/human-resolution.js";
import { ProjectEvent } from "../../../src/features/tasks/board/project-event.js";
import { ProjectStatus, TaskStatus } from "../../../src/features/tasks/board/project-state.js";
import { haltOf, projectFiles, pullsWith, sayHere } from "../../support/halted.js";
import {
  decideOn,
  FIRST_TASK,
  planning,
  REQUEST,
  requested,
  type Seen,
  SPEC_PULL,
  shown,
  specPull,
  stateOf,
  TASK_PULL,
} from "../../support/loop.js";

const pulls = pullsWith({});
const halt = haltOf();
const halted = stateOf(decideOn(halt.state, { pulls }, { files: halt.files }));
const files = new Map([...projectFiles.map(({ path, text }) => [path, text] as const), ...halt.files]);

function inProject(status: NonNullable<FactoryState["project"]>["status"], from = planning): FactoryState {
  if (from.project === null) throw new Error("there is a project");
  return { ...from, project: { ...from.project, status } };
}

/** Where a product can stand when somebody writes, and what of GitHub is seen then. */
const STATES: Readonly<Record<string, { readonly state: FactoryState; readonly seen: Seen }>> = {
  drafting: { state: requested, seen: {} },
  "paused while drafting": { state: { ...requested, paused_since: "2026-03-01T12:00:00Z" }, seen: {} },
  "waiting for approval": { state: shown, seen: { pulls: [specPull] } },
  withdrawn: {
    state: { ...requested, product: { phase: "withdrawn", by: "ada", at: "2026-03-01T12:00:00Z" } },
    seen: { requests: [] },
  },
  active: { state: planning, seen: { pulls } },
  halted: { state: halted, seen: { pulls } },
  paused: { state: inProject("PAUSED", halted), seen: { pulls } },
  aborted: { state: inProject("ABORTED", halted), seen: { pulls, requests: [] } },
  released: { state: inProject("RELEASED"), seen: { pulls, requests: [] } },
};

/** Every command as its help shows it, without anything, and named for a task that there is once there are tasks. */
const COMMENTS = commandHelp().flatMap(({ verb, usage, example }) => {
  const named = example.replace(new RegExp(`^/factory ${verb}(?: T-\\S+)?`), `/factory ${verb} ${FIRST_TASK}`);
  const bare = { verb, body: `/factory ${verb}` };
  return [{ verb, body: example }, bare, ...(/\[task\]|<task>/.test(usage) ? [{ verb, body: named }] : [])];
});

/** What a comment in one of the conversations is answered with. */
function answersTo(body: string, issue: number, { state, seen }: (typeof STATES)[string] & object) {
  const before = { ...state, inbox: { ...state.inbox, pending: [] } };
  const comments = [sayHere(body, { issue, createdAt: "2026-03-01T15:30:00Z" })];
  const decision = decideOn(before, { ...seen, comments }, { files });
  return decision.events.flatMap((event) => (event.kind === "comment-read" ? [event.answer] : []));
}

/** What the code calls things by: of no use to whoever reads an answer. */
const kindsOf = (union: { options: readonly { shape: { kind: { value: string } } }[] }) =>
  union.options.map(({ shape }) => shape.kind.value).filter((kind) => kind.includes("-"));
const INTERNAL = [
  ...kindsOf(FactoryEvent),
  ...kindsOf(ProjectEvent),
  ...HumanResolution.options.map(({ shape }) => shape.action.value),
  ...TaskStatus.options,
  ...ProjectStatus.options,
];
const internalIn = (text: string) => INTERNAL.filter((name) => new RegExp(`\\b${name}\\b`).test(text));

describe("a command in a repository without a request", () => {
  it.each(COMMENTS)("is ignored: $verb", ({ body }) => {
    const decision = decideOn(null, { requests: [], comments: [sayHere(body, { issue: REQUEST })] });
    expect(decision).toMatchObject({ state: null, events: [] });
    expect(decision.pending.filter(({ kind }) => kind === "say" || kind === "react")).toEqual([]);
  });
});

describe.each(Object.entries(STATES))("a product that is %s", (_name, current) => {
  it.each(COMMENTS)("answers in words for people, once: $verb", ({ body }) => {
    for (const issue of [REQUEST, SPEC_PULL, TASK_PULL]) {
      const answers = answersTo(body, issue, current);
      expect(answers.length).toBeLessThanOrEqual(1);
      for (const answer of answers) expect(internalIn(answer?.body ?? "no answer: PENDING")).toEqual([]);
    }
    expect(answersTo(body, REQUEST, current)).toHaveLength(1);
  });
});

describe("a budget that is set", () => {
  it.each([
    ["active", "The project goes on."],
    ["paused", "It stays paused until `/factory resume`."],
    ["paused while drafting", "It stays paused until `/factory resume`."],
  ])("is told what comes of it in a product that is %s", (name, words) => {
    const current = STATES[name];
    if (current === undefined) throw new Error(`no such state: ${name}`);
    const [answer] = answersTo("/factory budget 40", REQUEST, current);
    expect(answer?.body).toBe(`The hard limit is 40 USD now, and 0.00 USD are spent. ${words}`);
  });
});

describe("a checkpoint that is continued", () => {
  const open = { number: 1, triggers: ["budget-warning"], opened_at: "2026-03-01T12:00:00Z" } as const;

  it.each([
    ["active", "The project goes on as planned."],
    ["paused", "The checkpoint is answered. It stays paused until `/factory resume`."],
    ["paused while drafting", "The checkpoint is answered. It stays paused until `/factory resume`."],
  ])("is told what comes of it in a product that is %s", (name, words) => {
    const current = STATES[name];
    if (current === undefined) throw new Error(`no such state: ${name}`);
    const { checkpoint } = current.state;
    const state = { ...current.state, checkpoint: { ...checkpoint, open: { ...open, triggers: [...open.triggers] } } };
    const [answer] = answersTo("/factory continue", REQUEST, { ...current, state });
    expect(answer).toMatchObject({ body: words, answers: { accepted: true } });
  });
});

describe("the answer to `/factory status`", () => {
  /** The answer's own words: all of it but its marker. */
  const saidTo = (body: string, { state, seen }: (typeof STATES)[string] & object) => {
    const before = { ...state, inbox: { ...state.inbox, pending: [] } };
    const comments = [sayHere(body, { issue: REQUEST, createdAt: "2026-03-01T15:30:00Z" })];
    const { pending } = decideOn(before, { ...seen, comments }, { files });
    const said = pending.flatMap((effect) =>
      effect.kind === "say" && effect.key === "answer:60" ? [effect.body] : [],
    );
    return said[0]?.split("\n").slice(1).join("\n") ?? "";
  };

  it.each([
    ["drafting", ["## Writing the spec", "**Waiting for** the draft of round 1"]],
    ["paused while drafting", ["## Paused: Build it", "**Waiting for** `/factory resume`"]],
    [
      "halted",
      ["## Building: Build it", "0 of 2 tasks shipped", "Cost so far", "**Waiting for** your decision", "| task |"],
    ],
    ["aborted", ["## Aborted: Build it", "Cost $"]],
  ])("has progress, open work, cost and what is waited for, in a product that is %s", (name, words) => {
    const current = STATES[name];
    if (current === undefined) throw new Error(`no such state: ${name}`);
    const body = saidTo("/factory status", current);
    for (const word of [`The status comment of #${REQUEST} is kept current`, ...words]) expect(body).toContain(word);
    expect(body).not.toContain("<!-- factory:");
  });

  it("names a model that cannot be had, as the status comment does", () => {
    const current = STATES.drafting;
    if (current === undefined) throw new Error("there is a draft");
    const waits = { why: "overloaded", since: "2026-03-01T12:00:00Z" };
    const state = { ...current.state, postponed: { [`draft-${REQUEST}-1`]: waits } };
    expect(saidTo("/factory status", { ...current, state })).toContain("**Waiting for** the model");
  });

  it("is about what the commands beside it have made of it", () => {
    const current = STATES.active;
    if (current === undefined) throw new Error("there is a project");
    const body = saidTo("/factory status\n/factory pause", current);
    expect(body).toContain("## Paused: Build it");
    expect(body.match(/^## /gm)).toHaveLength(1);
  });
});

describe("a command about the whole product", () => {
  const COURSE = ["/factory abort", "/factory continue", "/factory budget 40"];

  it.each(COURSE)("says where it belongs in a task's pull request: %s", (body) => {
    const [answer] = answersTo(body, TASK_PULL, { state: planning, seen: { pulls } });
    expect(answer).toMatchObject({
      body: expect.stringContaining(`say it in #${REQUEST}`),
      answers: { accepted: false },
    });
  });

  it.each(COURSE)("is heard in every conversation of ours while the issue cannot be seen: %s", (body) => {
    for (const issue of [REQUEST, TASK_PULL]) {
      const [answer] = answersTo(body, issue, { state: planning, seen: { pulls, requests: [] } });
      expect(answer?.body).not.toContain("say it in");
      const [ofSpec] = answersTo(body, SPEC_PULL, { state: shown, seen: { pulls: [specPull], requests: [] } });
      expect(ofSpec?.body).not.toContain("say it in");
    }
    const abort = sayHere("/factory abort", { issue: TASK_PULL });
    expect(decideOn(planning, { pulls, requests: [], comments: [abort] }).state?.project?.status).toBe("ABORTED");
  });

  it.each(COURSE)("says that the product has ended, once it has: %s", (body) => {
    for (const name of ["withdrawn", "aborted", "released"]) {
      const current = STATES[name];
      if (current === undefined) throw new Error(`no such state: ${name}`);
      expect(answersTo(body, REQUEST, current)[0]?.body).toContain("This product has ended");
    }
  });
});

describe("the check for internal names in answers", () => {
  it("finds them", () => {
    expect(internalIn("plan-adjusted happened, but there is no project yet")).toEqual(["plan-adjusted"]);
    expect(internalIn("ABANDON_TASK needs a halted task, and it is IN_PROGRESS")).toEqual([
      "ABANDON_TASK",
      "IN_PROGRESS",
    ]);
    expect(INTERNAL.length).toBeGreaterThan(60);
  });
});

/** What is obeyed in the issue where the product was asked for; everything else is refused with a reason. */
const ANYWHERE = ["help", "status"];
const RESOLUTIONS = ["abandon", "amend-spec", "override", "retry", "revise-plan", "split"];
const OBEYED: Readonly<Record<string, readonly string[]>> = {
  drafting: ["abort", "budget", "deprecate", "pause"],
  "paused while drafting": ["abort", "budget", "resume"],
  "waiting for approval": ["abort", "amend", "approve", "budget", "deprecate", "pause", "reject"],
  active: ["abort", "budget", "deprecate", "pause", "validate"],
  halted: [...RESOLUTIONS, "abort", "budget", "deprecate", "pause", "validate"],
  paused: [...RESOLUTIONS, "abort", "budget", "resume"],
  released: ["deprecate"],
};

describe("the commands that are executed in the issue", () => {
  it.each(Object.entries(STATES))("of a product that is %s", (name, current) => {
    const obeyed = COMMENTS.filter(({ body }) => answersTo(body, REQUEST, current)[0]?.answers?.accepted === true);
    expect([...new Set(obeyed.map(({ verb }) => verb))].sort()).toEqual([...ANYWHERE, ...(OBEYED[name] ?? [])].sort());
  });
});
