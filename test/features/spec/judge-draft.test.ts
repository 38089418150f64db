import { describe, expect, it } from "vitest";
import { judgeDraft, stubbornDeficiencies } from "../../../src/features/spec/judge-draft.js";
import type { ProductSpec } from "../../../src/features/spec/product-spec.js";
import { validateSpec } from "../../../src/features/spec/validate-spec.js";
import { specOfTasks, specTask } from "../../support/product-spec.js";

const tasks = [specTask(1, { name: "Keep a note" }), specTask(2, { name: "Find a note" })];
const draft = specOfTasks(tasks);
const change = (id: string, description: string): ProductSpec =>
  specOfTasks(tasks.map((task) => (task.task_id === id ? { ...task, description } : task)));
const without = (id: string): ProductSpec => specOfTasks(tasks.filter((task) => task.task_id !== id));
const amended = (after: ProductSpec, ...feedback: string[]) => judgeDraft(after, { draft, feedback });

describe("an amended draft", () => {
  it("may change what the feedback names, by id or by name", () => {
    expect(amended(change("TSK-002", "Finds notes by a word."), "TSK-002: by a word")).toMatchObject({ ok: true });
    expect(amended(change("TSK-002", "Finds notes by a word."), "find a note by a word")).toMatchObject({ ok: true });
    expect(amended(without("TSK-002"), "drop TSK-002")).toMatchObject({ ok: true });
  });

  it.each([
    ["changes", change("TSK-001", "Keeps notes for ever and a day."), 'TSK-001 ("Keep a note") changed in description'],
    ["loses", without("TSK-001"), 'TSK-001 ("Keep a note") is gone'],
  ])("goes back to the role when it %s what nobody spoke of, word for word", (_what, after, words) => {
    expect(amended(after, "TSK-002: by a word")).toMatchObject({
      ok: false,
      refusal: { code: "unasked-change", message: expect.stringContaining(words) },
    });
  });

  it("may change any text when the feedback names nothing, but loses nothing", () => {
    expect(amended(change("TSK-001", "Keeps notes, in plain words."), "use plainer words")).toMatchObject({ ok: true });
    expect(amended(without("TSK-001"), "use plainer words")).toMatchObject({ ok: false });
  });

  it("counts every open point, not only the last", () => {
    const after = change("TSK-001", "Keeps notes for ever and a day.");
    expect(amended(after, "TSK-001 for ever", "TSK-002 by a word")).toMatchObject({ ok: true });
  });

  it("must be complete before anything else", () => {
    const incomplete = specOfTasks([specTask(1, { acceptance_criteria: ["returns a note"] })]);
    expect(amended(incomplete, "TSK-001")).toMatchObject({ ok: false, refusal: { code: "spec-incomplete" } });
  });
});

describe("a fresh draft", () => {
  it("is held against nothing but the criteria", () => {
    expect(judgeDraft(without("TSK-001"), null)).toMatchObject({ ok: true });
  });
});

describe("what comes back although it was pointed out", () => {
  const lacking = (criteria: string[]) => validateSpec(specOfTasks([specTask(1, { acceptance_criteria: criteria })]));
  const complete = validateSpec(draft);

  it("is what the last two drafts have in common", () => {
    expect(stubbornDeficiencies([lacking(["returns 1"]), lacking(["returns 2"])])).toHaveLength(1);
    expect(stubbornDeficiencies([complete, lacking(["returns 1"])])).toEqual([]);
    expect(stubbornDeficiencies([lacking(["returns 1"]), complete, lacking(["returns 1"])])).toEqual([]);
  });

  it("needs two drafts", () => {
    expect(stubbornDeficiencies([])).toEqual([]);
    expect(stubbornDeficiencies([lacking(["returns 1"])])).toEqual([]);
  });
});
