import { describe, expect, it } from "vitest";
import type { HaltCause } from "../../../src/features/halts/escalation/causes.js";
import { checkReentry, reenterWork } from "../../../src/features/halts/reenter-work.js";
import { applyTaskEvent } from "../../../src/features/modules/apply-task-event.js";
import type { TaskEvent } from "../../../src/features/modules/task-event.js";
import { NEW_WORK, type TaskWork } from "../../../src/features/modules/task-work.js";
import type { ResolveAwaited } from "../../../src/features/packages/packages-work.js";
import { HALTS } from "../../support/halt-causes.js";
import { moved, openQuestion, sha } from "../../support/task-work.js";

const run: ResolveAwaited = {
  nonce: "c".repeat(32),
  head_sha: sha("0"),
  state_sha: sha("7"),
  requested_at: "2026-03-01T10:00:00Z",
};
const files = [{ path: "package-lock.json", blob: sha("b") }];
const declared = [{ name: "left-pad", range: "^1.3.0", why: "pads the text on its left side" }];

function plannedWithPackages(agreed: string[] = []): TaskWork {
  const opened = moved(NEW_WORK, { kind: "work-opened", head: sha("0"), base: sha("9") });
  return moved(opened, {
    kind: "plan-made",
    question: 1,
    usage: [],
    micro_plan_id: "MP-00000001",
    digest: "d".repeat(64),
    next_module: 2,
    modules: [{ module_ref: "MM-0001@1.0.0", name: "pad", depends_on: [], reused: false }],
    packages: { declared, agreed },
  });
}

const running = () => moved(plannedWithPackages(), { kind: "resolve-requested", run });
const judging = () => moved(running(), { kind: "resolve-reported", nonce: run.nonce });
const committing = () => moved(judging(), { kind: "packages-admitted", question: 2, files });
const halted = (work: TaskWork, cause: HaltCause) =>
  moved(work, { kind: "work-halted", escalation: "ESC-00000001", cause });

describe("declared packages", () => {
  it("come before the first module, which starts from their commit", () => {
    const due = plannedWithPackages();
    expect(due.stage).toEqual({ stage: "resolving", at: { step: "due" } });
    expect(due.modules.map(({ step }) => step.step)).toEqual(["waiting"]);
    const built = moved(committing(), { kind: "packages-committed", question: 2, head: sha("a") });
    expect(built.stage).toEqual({ stage: "building" });
    expect(openQuestion(built, "specify")).toBe(3);
    // Manifest and lock file lie behind the module's base: its diff does not hold them, and may not.
    expect(built.modules[0]?.base).toBe(sha("a"));
    expect(built.packages?.committed).toEqual(files);
    // Another attempt starts without them.
    expect(built.start).toBe(sha("0"));
  });

  it("stay as committed until the branch merges its base, and again after a person pushed them", () => {
    const built = moved(committing(), { kind: "packages-committed", question: 2, head: sha("a") });
    const due = { kind: "integration-due", head: sha("a"), base: sha("9") } as const;
    expect(moved(built, due).packages).toEqual(built.packages);
    const joined = moved(built, { ...due, head: sha("e"), takes_up_base: true });
    expect(joined.packages).toEqual({ ...built.packages, joined: true });
    expect(moved(joined, { ...due, head: sha("e"), base: sha("c") }).packages).toEqual(joined.packages);
    const stage = { stage: "reading-fix", from: sha("e"), question: 9, fix_description: "Pinned it." } as const;
    const reading: TaskWork = { ...joined, stage };
    expect(moved(reading, { kind: "packages-given", question: 9, files }).packages).toEqual(built.packages);
  });

  it("are requested again if their run is lost", () => {
    const lost = moved(running(), { kind: "resolve-lost", why: "no runner" });
    expect(lost.stage).toEqual({ stage: "resolving", at: { step: "due" } });
    expect(lost.lost_gates).toBe(1);
  });

  it.each<[string, TaskWork, TaskEvent]>([
    ["are asked for twice", running(), { kind: "resolve-requested", run }],
    ["are reported by another run", running(), { kind: "resolve-reported", nonce: "f".repeat(32) }],
    ["are admitted unread", running(), { kind: "packages-admitted", question: 2, files }],
    ["are admitted as an answer to another question", judging(), { kind: "packages-admitted", question: 1, files }],
    ["are committed unadmitted", judging(), { kind: "packages-committed", question: 2, head: sha("a") }],
    ["are given while nobody's fix is read", judging(), { kind: "packages-given", question: 2, files }],
  ])("cannot have happened: they %s", (_, work, event) => {
    expect(applyTaskEvent(work, event)).toMatchObject({ ok: false, refusal: { code: "packages-out-of-step" } });
  });
});

describe("a halt about packages", () => {
  const override = { action: "APPROVE_OVERRIDE", rationale: "I know this package and its owner well." } as const;

  it("continues with a person's consent if only that was missing", () => {
    const cause = { ...HALTS["dependency-not-allowed"], dependencies: declared };
    const work = halted(plannedWithPackages(), cause);
    expect(checkReentry(work, "APPROVE_OVERRIDE").ok).toBe(true);
    const again = reenterWork(work, override);
    expect(again.stage).toEqual({ stage: "resolving", at: { step: "due" } });
    expect(again.packages?.agreed).toEqual(["left-pad"]);
  });

  it("judges the same resolution again once a person consented to its scripts", () => {
    const again = reenterWork(halted(judging(), HALTS["dependency-runs-scripts"]), override);
    expect(again.stage).toEqual({ stage: "resolving", at: { step: "judging", run, question: 3 } });
    expect(again.packages?.scripts_agreed).toBe(true);
  });

  it("accepts no rationale for a resolution that broke the rule", () => {
    const work = halted(judging(), HALTS["dependencies-refused"]);
    expect(checkReentry(work, "APPROVE_OVERRIDE")).toMatchObject({
      ok: false,
      refusal: { code: "packages-unsettled" },
    });
    expect(checkReentry(work, "PROVIDE_FIX")).toMatchObject({ ok: false, refusal: { code: "packages-unsettled" } });
    expect(checkReentry(work, "PROVIDE_PUSHED_FIX").ok).toBe(true);
  });

  it("accepts manifest and lock file that a person pushed, and builds on them", () => {
    const work = halted(judging(), HALTS["dependencies-refused"]);
    const reading = reenterWork(work, {
      action: "PROVIDE_PUSHED_FIX",
      head: sha("f"),
      fix_description: "locked by hand",
    });
    if (reading.stage.stage !== "reading-fix") throw new Error("a pushed fix is read first");
    const given = moved(reading, { kind: "packages-given", question: reading.stage.question, files });
    expect(given.stage).toEqual({ stage: "building" });
    expect(given.modules[0]?.base).toBe(sha("f"));
  });

  it("resolves again, and builds nothing meanwhile, if something else interrupted it", () => {
    const again = reenterWork(halted(running(), HALTS["gate-run-failed"]), override);
    expect(again.stage).toEqual({ stage: "resolving", at: { step: "due" } });
    expect(again.modules.map(({ step }) => step.step)).toEqual(["waiting"]);
  });
});
