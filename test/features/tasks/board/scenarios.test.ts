import { describe, expect, it } from "vitest";
import { z } from "zod";
import { applyProjectEvent } from "../../../../src/features/tasks/board/apply-project-event.js";
import { checkState } from "../../../../src/features/tasks/board/check-state.js";
import { DispatchAnswer, selectForDispatch } from "../../../../src/features/tasks/board/dispatch.js";
import { ProjectEvent } from "../../../../src/features/tasks/board/project-event.js";
import { ProjectState } from "../../../../src/features/tasks/board/project-state.js";
import { scenariosIn } from "../../../support/scenario-folder.js";

/**
 * A scenario is a folder a person can review: the state before, what happened, the state after (or the refusal, and then
 * nothing changed), and what dispatch owes next with so many tasks allowed side by side.
 */
const { names, filesOf, read } = scenariosIn("scenarios");

const After = z.union([
  ProjectState,
  z.strictObject({ refusal: z.strictObject({ code: z.string(), message: z.string() }) }),
]);
const PendingEffect = z.strictObject({ concurrency: z.int().min(1), answer: DispatchAnswer });

describe("scenarios", () => {
  it("exist, and each has its four files and no others", () => {
    expect(names.length).toBeGreaterThanOrEqual(15);
    for (const name of names) {
      expect(filesOf(name)).toEqual(["after.yml", "before.yml", "effects.yml", "event.yml"]);
    }
  });

  it.each(names)("%s", (name) => {
    const before = read(name, "before.yml", ProjectState);
    const after = read(name, "after.yml", After);
    const pending = read(name, "effects.yml", PendingEffect);
    expect(checkState(before)).toMatchObject({ ok: true });

    const outcome = applyProjectEvent(before, read(name, "event.yml", ProjectEvent));

    if ("refusal" in after) expect(outcome).toMatchObject({ ok: false, refusal: after.refusal });
    else expect(outcome).toEqual({ ok: true, value: after });
    const now = "refusal" in after ? before : after;
    expect(checkState(now)).toMatchObject({ ok: true });
    expect(selectForDispatch(now, { concurrency: pending.concurrency })).toEqual(pending.answer);
  });
});
