import { describe, expect, it } from "vitest";
import { checkpointCard } from "../../src/render/checkpoint-card.js";
import { BODY_LIMIT } from "../../src/render/fit.js";
import { markerIn } from "../../src/render/marker.js";
import { commandsFor } from "../support/card-commands.js";
import { t } from "../support/project-state.js";

const summary = {
  tasks_completed: 3,
  tasks_remaining: 2,
  tasks_skipped: 1,
  tasks_superseded: 4,
  cumulative_cost_usd: 6,
  estimated_remaining_cost_usd: 4,
  changed_files: ["src/a.ts"],
  fix_cycles: 7,
  current_tasks: [{ task_id: t("a"), title: "Make slugs" }],
};
const commands = commandsFor("checkpoint");
const card = (overrides: object = {}) =>
  checkpointCard({
    key: "checkpoint:1",
    triggers: ["scheduled"],
    summary,
    limits: { warn_usd: 5, hard_usd: 25 },
    mention: "ada",
    commands,
    ...overrides,
  });

describe("a checkpoint card", () => {
  it.each([
    ["budget-critical", "$6.00 of the hard limit of $25.00 are spent"],
    ["budget-warning", "more than the $5.00 at which you wanted to be told"],
    ["test-failure", "A gate run found failing tests."],
    ["scheduled", "3 tasks are done, and you wanted to look in between."],
  ])("says why it stops for %s", (trigger, words) => {
    const text = card({ triggers: [trigger] });
    expect(markerIn(text)).toBe("checkpoint:1");
    expect(text).toContain(words);
    expect(text).toContain("Say `/factory continue`");
  });

  it("names every trigger, the most urgent first", () => {
    const text = card({ triggers: ["budget-critical", "scheduled"] });
    expect(text.indexOf("hard limit")).toBeLessThan(text.indexOf("look in between"));
  });

  it("shows where the project stands", () => {
    const text = card();
    for (const row of ["| tasks done | 3 |", "| tasks left | 2 |", "| abandoned | 1 |", "| replaced by others | 4 |"])
      expect(text).toContain(row);
    expect(text).toContain("| repairs so far | 7 |");
    expect(text).toContain("| about to come | $4.00 |");
    expect(text).toContain(`| in work | ${t("a")} Make slugs |`);
    expect(text).toContain("1 file changed so far:\n\n- `src/a.ts`");
    expect(card({ summary: { ...summary, estimated_remaining_cost_usd: null } })).toContain(
      "| about to come | unknown |",
    );
    expect(card({ summary: { ...summary, changed_files: [] } })).not.toContain("changed so far");
  });

  it("offers everything that can be said at a checkpoint, with what to send", () => {
    const text = card();
    for (const { usage, example } of commands) {
      expect(text).toContain(usage);
      expect(text).toContain(example);
    }
  });

  it("fits with any number of files", () => {
    const changed_files = Array.from({ length: 5_000 }, (_, index) => `src/${"x".repeat(20)}/${index}.ts`);
    const text = card({ summary: { ...summary, changed_files } });
    expect(text.length).toBeLessThanOrEqual(BODY_LIMIT);
    expect(text).toContain("5000 files changed so far.");
  });
});
