import { describe, expect, it } from "vitest";
import { prepareUndo } from "../../../src/jobs/undo/prepare-undo.js";
import { REPOSITORY, readerOf, storeOf } from "../../support/job-ports.js";
import { HEAD } from "../../support/observed.js";
import { aProject, t } from "../../support/project-state.js";
import { ended, NOW } from "../../support/release.js";

describe("the revert of a task", () => {
  it("is not made where another's revert took it along meanwhile: there is nothing left of it", async () => {
    const project = aProject({ a: { is: "HALTED" }, b: { is: "BLOCKED", after: ["a"] } });
    const order = { task_id: t("b"), project_id: "demo", asked_by: "ada", issue: 3, at: NOW };
    const effect = { kind: "prepare-undo", key: "k", task: t("b"), head: HEAD } as const;
    const { events } = await prepareUndo(REPOSITORY, effect, {
      state: storeOf(ended({ project, undos: [{ phase: "preparing", order }] })),
      reader: readerOf({}),
      clock: { now: () => NOW },
    });
    expect(events).toMatchObject([
      {
        kind: "undo-refused",
        note: { body: expect.stringContaining("nothing of it is left: it went with what it was built on") },
      },
    ]);
  });
});
