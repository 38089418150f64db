import { describe, expect, it } from "vitest";
import { z } from "zod";
import { applyStateIntent } from "../../../../src/features/tasks/board/apply-state-intent.js";
import { checkState } from "../../../../src/features/tasks/board/check-state.js";
import { DispatchAnswer, selectForDispatch } from "../../../../src/features/tasks/board/dispatch.js";
import { ProjectState } from "../../../../src/features/tasks/board/project-state.js";
import { StateIntent } from "../../../../src/features/tasks/board/state-intent.js";
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
const Owed = z.strictObject({ concurrency: z.int().min(1), answer: DispatchAnswer });

describe("scenarios", () => {
  it("exist, and each has its four files and no others", () => {
    expect(names.length).toBeGreaterThanOrEqual(15);
    for (const name of names) {
      expect(filesOf(name)).toEqual(["after.yml", "before.yml", "intent.yml", "owed.yml"]);
    }
  });

  it.each(names)("%s", (name) => {
    const before = read(name, "before.yml", ProjectState);
    const after = read(name, "after.yml", After);
    const owed = read(name, "owed.yml", Owed);
    expect(checkState(before)).toMatchObject({ ok: true });

    const outcome = applyStateIntent(before, read(name, "intent.yml", StateIntent));

    if ("refusal" in after) expect(outcome).toMatchObject({ ok: false, refusal: after.refusal });
    else expect(outcome).toEqual({ ok: true, value: after });
    const now = "refusal" in after ? before : after;
    expect(checkState(now)).toMatchObject({ ok: true });
    expect(selectForDispatch(now, { concurrency: owed.concurrency })).toEqual(owed.answer);
  });
});
