import { describe, expect, it } from "vitest";
import { CheckpointTrigger } from "../../../src/features/checkpoints/checkpoint.js";
import { checkpointCard } from "../../../src/features/checkpoints/checkpoint-card.js";
import { BODY_LIMIT } from "../../../src/render/fit.js";
import { markerIn } from "../../../src/render/marker.js";
import { commandsFor } from "../../support/card-commands.js";
import { t } from "../../support/project-state.js";

const summary = {
  tasks_completed: 3,
  tasks_remaining: 2,
  tasks_skipped: 1,
  tasks_superseded: 4,
  cumulative_cost_usd: 6,
  unknown_cost_calls: 0,
  estimated_remaining_cost_usd: 4,
  fix_cycles: 7,
  changed_files: { paths: ["src/slug.ts", "test/a|b.ts"], more: 3 },
  current_tasks: [{ task_id: t("a"), title: "Make slugs" }],
};
const commands = commandsFor("checkpoint");
const card = (overrides: object = {}) =>
  checkpointCard({
    key: "checkpoint:1",
    triggers: ["scheduled"],
    summary,
    limits: { warn_usd: 5, hard_usd: 25 },
    areLimitsSet: false,
    calls: { made: 2_000, most: 2_000 },
    changes: { since: "a".repeat(40), branch: "main" },
    brokenBy: [],
    mention: "ada",
    commands,
    ...overrides,
  });

describe("a checkpoint card", () => {
  it.each([
    ["calls-exhausted", "`budgets.max_calls_per_project` in `.factory/config.yml`"],
    ["no-progress", "The loop went round without getting anywhere"],
    ["budget-critical", "$6.00 of the hard limit of $25.00 are spent"],
    ["budget-warning", "more than the $5.00 at which you wanted to be told"],
    ["test-failure", "A gate run found failing tests."],
    ["scheduled", "3 tasks are done, and you wanted to look in between."],
  ])("gives the reason for %s", (trigger, words) => {
    const text = card({ triggers: [trigger] });
    expect(markerIn(text)).toBe("checkpoint:1");
    expect(text).toContain(words);
    expect(text).toContain("Say `/factory continue`");
  });

  it("offers at the hard limit only what helps", () => {
    for (const triggers of [["budget-exhausted"], ["budget-exhausted", "budget-critical", "budget-warning"]]) {
      const text = card({ triggers, areLimitsSet: true });
      expect(text).toContain("The hard limit of $25.00 is reached: $6.00 are spent");
      expect(text).toContain("Only `/factory budget <usd>` lets the project go on");
      expect(text).not.toContain("/factory continue");
      for (const verb of ["adjust", "abort"]) expect(text).toContain(`/factory ${verb}`);
    }
  });

  it("names both ways to a higher limit where the configuration's is in force", () => {
    const text = card({ triggers: ["budget-exhausted"] });
    expect(text).toContain("Say `/factory budget <usd>` to go on as planned");
    expect(text).toContain("or raise `budgets.hard_usd` in `.factory/config.yml` on the default branch");
    expect(text).toContain("and then say `/factory continue`.");
    expect(text).not.toContain("| `/factory continue` |");
  });

  it("does not ask for money if the calls are used up", () => {
    const text = card({ triggers: ["calls-exhausted"] });
    expect(text).toContain("2000 of the 2000 calls");
    expect(text).not.toContain("/factory budget");
    expect(text).not.toContain("hard limit");
    expect(card({ triggers: ["calls-exhausted", "budget-critical"] })).toContain("/factory budget");
  });

  it("has a text for every trigger", () => {
    for (const trigger of CheckpointTrigger.options) {
      const text = card({ triggers: [trigger] });
      expect(text).not.toContain("undefined");
      expect(text).toMatch(/`\/factory (continue|budget <usd>)`/);
    }
  });

  it("names every trigger, the most urgent first", () => {
    const text = card({ triggers: ["budget-critical", "scheduled"] });
    expect(text.indexOf("hard limit")).toBeLessThan(text.indexOf("look in between"));
  });

  it("shows the progress of the project", () => {
    const text = card();
    for (const row of ["| tasks done | 3 |", "| tasks left | 2 |", "| abandoned | 1 |", "| replaced by others | 4 |"])
      expect(text).toContain(row);
    expect(text).toContain("| repairs so far | 7 |");
    expect(text).toContain("| about to come | $4.00 |");
    expect(text).toContain(`| in work | ${t("a")} Make slugs |`);
    expect(text).toContain(`[What has changed](<../compare/${"a".repeat(40)}...main>) since the project began.`);
    expect(card({ summary: { ...summary, estimated_remaining_cost_usd: null } })).toContain(
      "| about to come | unknown |",
    );
    expect(card({ summary: { ...summary, tasks_completed: 0 } })).not.toContain("compare");
  });

  it("offers every answer to a checkpoint, with the comment to send", () => {
    const text = card();
    for (const { usage, example } of commands) {
      expect(text).toContain(usage);
      expect(text).toContain(example);
    }
  });

  it("names the task whose tests fail, and where its card is", () => {
    const brokenBy = { task_id: t("b"), title: "Count | words", pull_request: 9 };
    expect(card({ triggers: ["test-failure"], brokenBy: [brokenBy] })).toContain(
      `Tests that passed before fail with Count \\| words (${t("b")}) in #9.`,
    );
    const other = { task_id: t("c"), title: "Print them", pull_request: null };
    expect(card({ triggers: ["test-failure"], brokenBy: [brokenBy, other] })).toContain(
      `(${t("b")}) in #9, and with Print them (${t("c")}). The card of each asks about it.`,
    );
  });

  it("fits with any number of tasks in progress", () => {
    const current_tasks = Array.from({ length: 5_000 }, (_, index) => ({ task_id: t(index), title: "x".repeat(200) }));
    const text = card({ summary: { ...summary, current_tasks } });
    expect(text.length).toBeLessThanOrEqual(BODY_LIMIT);
    expect(text).toContain("The figures did not fit.");
  });
});
