import { describe, expect, it } from "vitest";
import { applyTaskEvent } from "../../../src/features/modules/apply-task-event.js";
import { TaskEvent } from "../../../src/features/modules/task-event.js";
import { TaskWork } from "../../../src/features/modules/task-work.js";
import { scenariosIn } from "../../support/scenario-folder.js";

/** One step of a task's work as a folder a person can review: the work before, what happened to it, the work after. */
const { names, filesOf, read } = scenariosIn("work-scenarios");

describe("scenarios of a task's work", () => {
  it("exist, and each has its three files and no others", () => {
    expect(names.length).toBeGreaterThanOrEqual(5);
    for (const name of names) {
      expect(filesOf(name)).toEqual(["after.yml", "before.yml", "event.yml"]);
    }
  });

  it.each(names)("%s", (name) => {
    const outcome = applyTaskEvent(read(name, "before.yml", TaskWork), read(name, "event.yml", TaskEvent));
    expect(outcome).toEqual({ ok: true, value: read(name, "after.yml", TaskWork) });
  });
});
