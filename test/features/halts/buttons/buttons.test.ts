import { describe, expect, it } from "vitest";
import type { FactoryEvent } from "../../../../src/engine/event.js";
import type { FactoryState } from "../../../../src/engine/factory-state.js";
import { BUTTONS, PAUSE_ONLY, WORK_BUTTONS } from "../../../../src/features/halts/buttons/buttons.js";
import type { ModuleStep } from "../../../../src/features/modules/module-work.js";
import { aConfig } from "../../../support/config.js";
import { AT_GREEN, gates as gatesAtHead, haltOf, inWork, modules, pullsWith } from "../../../support/halted.js";
import { decideOn, FIRST_TASK, kinds, planning, REQUEST, stateOf, TASK_PULL } from "../../../support/loop.js";
import { HEAD } from "../../../support/observed.js";
import { gates, moved, planned, specified } from "../../../support/task-work.js";

/** The first task with its first module at its red gates, which have been asked for. */
function gatingState() {
  const requested = moved(specified(planned({ id: "MM-0001" })), {
    kind: "gates-requested",
    module_id: "MM-0001",
    gates: gates("CONTRACT"),
  });
  return { ...planning, work: { ...planning.work, [FIRST_TASK]: requested } };
}

type Pressed = Extract<FactoryEvent, { kind: "button-pressed" }>;
const press = (button: Pressed["button"], change: Partial<Pressed> = {}): Pressed => ({
  kind: "button-pressed",
  at: "2026-03-01T13:30:00Z",
  button,
  by: { login: "ada", type: "User", role: "write" },
  check: 900,
  head: HEAD,
  ...change,
});
const halted = haltOf();
const pulls = pullsWith({}).filter(({ number }) => number === TASK_PULL);
const pressed = (button: Pressed, state = halted.state) =>
  decideOn(state, { pulls }, { given: [button], files: halted.files });
const said = (decision: ReturnType<typeof pressed>) =>
  decision.pending.flatMap((effect) => (effect.kind === "say" && effect.key.startsWith("button:") ? [effect] : []));

describe("a button under a check run", () => {
  it("Retry repeats the halted task, and the answer names the person", () => {
    const decision = pressed(press("retry"));
    expect(kinds(decision).slice(0, 3)).toEqual(["button-pressed", "project-updated", "person-asked"]);
    expect(decision.state?.project?.tasks[FIRST_TASK]?.status).toBe("IN_PROGRESS");
    expect(said(decision)).toMatchObject([{ issue: TASK_PULL, body: expect.stringContaining("ada pressed Retry.") }]);
  });

  it("Pause pauses, and Continue resumes", () => {
    const paused = pressed(press("pause"));
    expect(paused.state?.project?.status).toBe("PAUSED");
    expect(said(paused)).toMatchObject([{ issue: TASK_PULL, body: expect.stringContaining("ada pressed Pause.") }]);
    expect(paused.pending.map(({ kind }) => kind)).toEqual(["say", "keep-comment"]);
    expect(pressed(press("continue", { at: "2026-03-01T13:31:00Z" }), stateOf(paused)).state?.project?.status).toBe(
      "ACTIVE",
    );
  });

  it("is processed once, however often it is delivered, and again when it is pressed again", () => {
    const once = pressed(press("pause", { delivery: "one" }));
    const later = { delivery: "one", at: "2026-03-01T13:31:00Z" };
    const again = pressed(press("pause", later), stateOf(once));
    expect(kinds(again)).toEqual([]);
    expect(said(once)).toHaveLength(1);
    const both = decideOn(
      halted.state,
      { pulls },
      { given: [press("pause", { delivery: "one" }), press("pause", later)] },
    );
    expect(kinds(both).filter((kind) => kind === "button-pressed")).toHaveLength(1);
    const next = pressed(press("pause", { ...later, delivery: "two" }), stateOf(once));
    expect(kinds(next)).toEqual(["button-pressed", "person-asked"]);
  });

  it("Continue passes a checkpoint", () => {
    const open = { number: 1, triggers: ["scheduled" as const], opened_at: "2026-03-01T12:00:00Z" };
    const state = { ...halted.state, checkpoint: { ...halted.state.checkpoint, open, opened: 1 } };
    expect(pressed(press("continue"), state).state?.checkpoint.open).toBeNull();
  });

  it.each([
    ["a reader", press("retry", { by: { login: "eve", type: "User", role: "read" } }), /needs write permission/],
    ["somebody unknown", press("pause", { by: { login: "eve", type: "User", role: null } }), /could not be read/],
    ["whoever sees an older card", press("retry", { at: "2026-03-01T11:00:00Z" }), /card changed/],
    ["somebody at another head", press("retry", { head: "f".repeat(40) }), /belongs to no task/],
  ])("pressed by %s does nothing but answer that", (_who, button, words) => {
    const decision = pressed(button);
    expect(decision.state?.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    expect(decision.state?.project?.status).toBe("ACTIVE");
    expect(said(decision)[0]?.body).toMatch(words);
  });

  it("under a head that is not observed any more is answered in the pull request of its branch, and does nothing", () => {
    const old = { head: "f".repeat(40), branch: pulls[0]?.branch ?? "" };
    const decision = pressed(press("retry", old));
    expect(said(decision)).toMatchObject([{ issue: TASK_PULL, body: expect.stringMatching(/belongs to no task/) }]);
    expect(decision.state?.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
  });

  it.each([[{}], [{ branch: "somebody/else" }]])("is answered in the issue if its head is unknown: %j", (branch) => {
    expect(said(pressed(press("retry", { head: "f".repeat(40), ...branch })))).toMatchObject([{ issue: REQUEST }]);
  });

  it("pressed again and again is answered up to the limit, once more about the limit, and then not at all", () => {
    const config = aConfig({ budgets: { ...aConfig().budgets, max_commands_per_user_per_hour: 2 } });
    let state: FactoryState = { ...halted.state, heard: [] };
    const answers = [0, 1, 2, 3].map((minute) => {
      const given = [press("continue", { at: `2026-03-01T13:3${minute}:00Z`, check: 900 + minute })];
      const decision = decideOn(state, { pulls }, { given, files: halted.files, config });
      state = stateOf(decision);
      return said(decision)
        .filter(({ key }) => key.startsWith(`button:${900 + minute}:`))
        .map(({ body }) => body);
    });
    expect(answers).toEqual([
      [expect.stringContaining("No checkpoint is open")],
      [expect.stringContaining("No checkpoint is open")],
      [expect.stringContaining("more than 2 commands within an hour")],
      [],
    ]);
    expect(state.inbox.pending.filter(({ key }) => key.startsWith("button:"))).toHaveLength(3);
  });

  it("Re-run requests awaited gates once more, and does nothing else", () => {
    const state = gatingState();
    const decision = pressed(press("rerun"), state);
    expect(kinds(decision).slice(0, 3)).toEqual(["button-pressed", "work-updated", "person-asked"]);
    expect(decision.state?.work[FIRST_TASK]?.lost_gates).toBe(1);
    expect(said(decision)[0]?.body).toContain("ada pressed Re-run. The gates are asked for again.");
  });

  it("Re-run by an unauthorised person is refused, and the gates stay as they are", () => {
    const reader = press("rerun", { by: { login: "eve", type: "User", role: "read" } });
    const decision = pressed(reader, gatingState());
    expect(decision.state?.work[FIRST_TASK]?.lost_gates).toBe(0);
    expect(said(decision)[0]?.body).toMatch(/needs write permission/);
  });

  it("Re-run of a halted task is a retry", () => {
    expect(pressed(press("rerun")).state?.project?.tasks[FIRST_TASK]?.status).toBe("IN_PROGRESS");
  });

  it("Retry of a task that did not halt is refused", () => {
    expect(said(pressed(press("retry"), planning))[0]?.body).toMatch(/needs a halted task/);
  });
});

describe("buttons that are pressed one after the other and processed together", () => {
  const heard = (state: FactoryState, ...given: Pressed[]) =>
    decideOn(state, { pulls }, { given, files: halted.files });
  const second = (button: Pressed["button"], login = "ada") =>
    press(button, { at: "2026-03-01T13:31:00Z", by: { login, type: "User", role: "write" } });
  const answersOf = (decision: ReturnType<typeof pressed>) => said(decision).map(({ body }) => body);

  it("each act on the result of those before: Continue resumes what Pause has just paused", () => {
    const decision = heard(planning, press("pause"), second("continue"));
    expect(decision.state?.project?.status).toBe("ACTIVE");
    expect(answersOf(decision)).toEqual(["ada pressed Pause. ", "ada pressed Continue. Resumed."].map(beginning));
  });

  it("are each answered, if two people press the same", () => {
    const decision = heard(planning, press("pause"), second("pause", "bob"));
    expect(decision.state?.project?.status).toBe("PAUSED");
    expect(answersOf(decision)).toEqual(
      ["ada pressed Pause. Paused.", "bob pressed Pause. It is paused already."].map(beginning),
    );
  });

  it("are counted one after the other", () => {
    const config = aConfig({ budgets: { ...aConfig().budgets, max_commands_per_user_per_hour: 1 } });
    const given = [press("continue"), second("continue")];
    const decision = decideOn({ ...halted.state, heard: [] }, { pulls }, { given, files: halted.files, config });
    expect(answersOf(decision)[1]).toContain("more than 1 commands within an hour");
  });

  function beginning(words: string): unknown {
    return expect.stringContaining(words);
  }
});

describe("the buttons", () => {
  it.each(Object.entries({ BUTTONS, PAUSE_ONLY, WORK_BUTTONS }))("of %s are few and short enough", (_name, buttons) => {
    expect(buttons.length).toBeLessThanOrEqual(3);
    for (const { label, description, identifier } of buttons) {
      expect(label.length).toBeLessThanOrEqual(20);
      expect(description.length).toBeLessThanOrEqual(40);
      expect(identifier.length).toBeLessThanOrEqual(20);
    }
  });
});

describe("a check of work that is under way", () => {
  const checks = (state: FactoryState, files = halted.files) =>
    decideOn(state, { pulls }, { files }).pending.flatMap((effect) =>
      effect.kind === "keep-check-run"
        ? [{ name: effect.name, buttons: effect.actions.map(({ label }) => label) }]
        : [],
    );
  const gating = { ...AT_GREEN, step: "gating", activity: "implement", gates: gatesAtHead() } as const;
  const challenged = { step: "asking", activity: "challenge", question: 5, attempt: 1, from: "head" } as const;
  const running = inWork({ modules: modules({ step: gating as ModuleStep, concluded: null }) });
  const judged = inWork({ modules: modules({ step: challenged }) });
  const atMerge = { stage: "merging", head: HEAD, base: HEAD, gates: gatesAtHead() } as const;
  const merging = inWork({ modules: modules({ step: { step: "shipped", head: HEAD } }), stage: atMerge });

  it.each([
    ["its gates run", running, [{ name: "factory / gates", buttons: ["Pause", "Continue"] }]],
    ["they have run, and roles judge", judged, [{ name: "factory / gates", buttons: ["Pause", "Continue"] }]],
    [
      "it is merged",
      merging,
      [
        { name: "factory / 0 sanitization", buttons: [] },
        { name: "factory / 1 contract", buttons: [] },
        { name: "factory / 2 execution", buttons: [] },
        { name: "factory / 3 integrity", buttons: ["Pause", "Continue"] },
      ],
    ],
  ])("offers Pause, and Continue after it, while %s", (_when, state, expected) => {
    expect(checks({ ...state, baseline: { phase: "taken", full_run: null } })).toEqual(expected);
  });

  it("stops the work where Pause is pressed, and takes it up again there", () => {
    const paused = pressed(press("pause"), { ...running, inbox: { ...running.inbox, pending: [] } });
    expect(paused.state?.project?.status).toBe("PAUSED");
    expect(paused.pending.map(({ kind }) => kind)).toEqual(["say", "keep-comment"]);
    expect(said(paused)).toMatchObject([{ issue: TASK_PULL, body: expect.stringContaining("ada pressed Pause.") }]);
    const again = pressed(press("continue", { at: "2026-03-01T13:31:00Z" }), stateOf(paused));
    expect(again.state?.project?.status).toBe("ACTIVE");
    expect(again.pending.map(({ kind }) => kind)).toContain("keep-check-run");
  });
});
