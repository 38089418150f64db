import { describe, expect, it } from "vitest";
import { RecommendedResolution } from "../../src/domain/escalation/escalation.js";
import { decisionCard, decisionCardKey, VERB_OF } from "../../src/render/decision-card.js";
import { BODY_LIMIT } from "../../src/render/fit.js";
import { markerIn } from "../../src/render/marker.js";
import { commandsFor } from "../support/card-commands.js";
import { noTrail, raised } from "../support/escalation.js";
import { HALTS } from "../support/halt-causes.js";
import { NOON, t } from "../support/project-state.js";

const commands = commandsFor("halted task");
const card = (overrides: object = {}) =>
  decisionCard({
    escalation: raised(),
    taskTitle: "Make slugs",
    mention: "ada",
    spentUsd: 1.5,
    commands,
    payload: null,
    precedent: null,
    ...overrides,
  });

describe("a decision card", () => {
  it("begins with the one thing to decide, asks once, and tells the cost", () => {
    const text = card();
    expect(markerIn(text)).toBe(decisionCardKey(raised()));
    expect(text).toMatch(/## Your decision about Make slugs\n\n@ada \S/);
    expect(text.match(/@ada/g)).toHaveLength(1);
    expect(text).toContain("Cost so far $1.50.");
    expect(card({ mention: null })).not.toContain("@ada");
  });

  it.each(RecommendedResolution.options)("recommends %s with a comment that is ready to send", (action) => {
    const text = card({ escalation: { ...raised(), recommended_resolution: action } });
    const command = commands.find(({ verb }) => verb === VERB_OF[action]);
    expect(text).toContain(`**Recommended:** \`${command?.usage}\``);
    const [, afterwards = ""] = text.split("Ready to send");
    expect(afterwards.indexOf(command?.example ?? "?")).toBeLessThan(afterwards.indexOf("What failed"));
    expect(afterwards).toContain(command?.example);
  });

  it("sends what was made for this very halt, where something was", () => {
    expect(card({ payload: "/factory split\n\n```yaml\nnew_tasks: []\n```" })).toContain(
      "````markdown\n/factory split\n\n```yaml\nnew_tasks: []\n```\n````",
    );
  });

  it("offers every other answer with what it does and what to send, and the recommended one not twice", () => {
    const text = card();
    const recommended = VERB_OF[raised().recommended_resolution];
    for (const { verb, usage, effect, example } of commands) {
      if (verb === recommended) continue;
      expect(text).toContain(`| \`${usage}\` |`);
      expect(text).toContain(effect);
      expect(text).toContain(example);
    }
    expect(text).not.toContain(`<code>${recommended}</code>`);
  });

  it("shows what failed, both positions and what became of the modules", () => {
    const text = card();
    for (const { invariant } of raised().failed_invariants) expect(text).toContain(invariant.slice(0, 20));
    expect(text).toContain("| for the work | slugify turns a title into a slug of words joined by hyphens |");
    expect(text).toContain("| against it | add a test that passes a title of 81 characters");
    expect(text).toContain("| against it | REJECT: two responsibilities");
    expect(text).toContain("- failed: MM-0001@1.0.0");
    expect(text).toContain("- not built, because they need a failed one: MM-0002@1.0.0");
    expect(text).toContain("- finished on this branch: MM-0003@1.0.0");
  });

  it("leaves out what there is not", () => {
    const modules = { failed: [], abandoned: [], shipped: [] };
    const text = card({ escalation: raised({ cause: HALTS["plan-invalid"], trail: noTrail, modules }) });
    expect(text).not.toContain("The two positions");
    expect(text).not.toContain("Its modules");
    expect(text).not.toContain("The last halt");
  });

  it("cites how the same cause was decided before", () => {
    const precedent = {
      cause: "debate-rejected",
      task_id: t("a"),
      escalation_ref: "ESC-00000009",
      resolution: { action: "RETRY_TASK" as const },
      resolved_by: "grace",
      resolved_at: NOON,
    };
    expect(card({ precedent })).toContain(
      `The last halt with this cause was ${t("a")}: grace said \`/factory retry\` on 2026-01-31.`,
    );
  });

  it.each([500, BODY_LIMIT - 1, BODY_LIMIT, BODY_LIMIT + 1, 5 * BODY_LIMIT])(
    "keeps decision and recommendation whatever else does not fit, with texts of %i characters",
    (size) => {
      const long = "w ".repeat(size / 2);
      const escalation = {
        ...raised(),
        minimal_decision_required: long,
        failed_invariants: [{ invariant: long, evidence: long }],
        resolution_context: long,
      };
      const text = card({ escalation, taskTitle: long });
      expect(text.length).toBeLessThanOrEqual(BODY_LIMIT);
      expect(text).toContain("**Recommended:**");
      if (size >= BODY_LIMIT) expect(text).toContain("_1 failed rules are left out: they did not fit._");
    },
  );
});
