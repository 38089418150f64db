import { describe, expect, it } from "vitest";
import { decisionCard, decisionCardKey, VERB_OF } from "../../../../src/features/halts/card/decision-card.js";
import { RecommendedResolution } from "../../../../src/features/halts/escalation/escalation.js";
import { BODY_LIMIT } from "../../../../src/render/fit.js";
import { markerIn } from "../../../../src/render/marker.js";
import { commandsFor } from "../../../support/card-commands.js";
import { aChallenge, aFail, aProposal } from "../../../support/debate.js";
import { fullTrail, noTrail, raised } from "../../../support/escalation.js";
import { HALTS } from "../../../support/halt-causes.js";
import { liveMarkdown, quotedLink } from "../../../support/live-markdown.js";
import { aPlan } from "../../../support/micro-plan.js";
import { NOON, t } from "../../../support/project-state.js";

const commands = [...commandsFor("halted task"), ...commandsFor("interface change")];
const card = (overrides: object = {}) =>
  decisionCard({
    escalation: raised(),
    taskTitle: "Make slugs",
    mention: "ada",
    spent: { known_usd: 1.5, unknown_cost_calls: 0 },
    commands,
    payload: "/factory split",
    precedent: null,
    ...overrides,
  });

describe("a decision card", () => {
  it("begins with the one question, asks it once, and shows the cost", () => {
    const text = card();
    expect(markerIn(text)).toBe(decisionCardKey(raised()));
    expect(text).toMatch(/## Your decision about Make slugs\n\n@ada \S/);
    expect(text.match(/@ada/g)).toHaveLength(1);
    expect(text).toContain("Cost so far $1.50.");
    expect(card({ mention: null })).not.toContain("@ada");
  });

  it.each(RecommendedResolution.options)("recommends %s with a comment that is ready to send", (action) => {
    const payload = `/factory ${VERB_OF[action]} as it is here`;
    const text = card({ escalation: { ...raised(), recommended_resolution: action }, payload });
    const command = commands.find(({ verb }) => verb === VERB_OF[action]);
    expect(text).toContain(`**Recommended:** \`${command?.usage}\``);
    const [, afterwards = ""] = text.split("Ready to send");
    expect(afterwards.indexOf(payload)).toBeLessThan(afterwards.indexOf("What failed"));
    expect(afterwards).toContain(payload);
    // What is made up for the help is about another product.
    if (command?.example.includes(" ", "/factory ".length + command.verb.length))
      expect(text).not.toContain(command.example);
  });

  it("sends what was made for this very halt, where something was", () => {
    expect(card({ payload: "/factory split\n\n```yaml\nnew_tasks: []\n```" })).toContain(
      "````markdown\n/factory split\n\n```yaml\nnew_tasks: []\n```\n````",
    );
  });

  it("does not call ready what the person has to complete", () => {
    const text = card({ payload: "/factory split", isUnfinished: true });
    expect(text).toContain("To send when you have filled in what is marked `TODO`:");
    expect(text).not.toContain("Ready to send");
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
    expect(text).toContain(
      "| position | in its own words |\n|---|---|\n| for the work | slugify turns a title into a slug of words joined by hyphens |",
    );
    expect(text).toContain("| against it | add a test that passes a title of 81 characters");
    expect(text).toContain("| against it | REJECT: two responsibilities");
    expect(text).toContain("- failed: MM-0001@1.0.0");
    expect(text).toContain("- not built, because they need a failed one: MM-0002@1.0.0");
    expect(text).toContain("- finished on this branch: MM-0003@1.0.0");
  });

  it.each([10, 800, 950, 2_000])("makes no link and no image of a quotation with %i more characters", (more) => {
    const words = quotedLink(more);
    const { proposals, challenges, adjudications } = raised().debate_trail;
    const debate_trail = {
      proposals: proposals.map((proposal) => ({ ...proposal, claim: words })),
      challenges: challenges.map((challenge) => ({
        ...challenge,
        failures: challenge.failures.map((failure) => ({ ...failure, required_change: words })),
      })),
      adjudications: adjudications.map((ruling) => ({ ...ruling, rationale: words })),
    };
    const failed_invariants = [{ ...raised().failed_invariants[0], invariant: words, evidence: words }];
    const text = card({ escalation: { ...raised(), debate_trail, failed_invariants } });
    expect(text.match(/the log/g)?.length).toBeGreaterThanOrEqual(5);
    expect(liveMarkdown(text)).toEqual([]);
  });

  it("has a block for each module that failed, and both positions about each", () => {
    const modules = { failed: ["MM-0001@1.0.0", "MM-0004@1.0.0"], abandoned: [], shipped: [] };
    const causes = [
      { module: "MM-0001@1.0.0", cause: HALTS["debate-rejected"] },
      { module: "MM-0004@1.0.0", cause: HALTS["call-failed"] },
    ];
    const trail = {
      ...fullTrail,
      proposals: [
        ...fullTrail.proposals.map((proposal) => ({ ...proposal, deliverable_ref: "MM-0001@1.0.0" })),
        aProposal({ proposal_id: "PROP-00000004", deliverable_ref: "MM-0004@1.0.0", claim: "it wraps a text" }),
      ],
      challenges: [
        ...fullTrail.challenges,
        { ...aChallenge(aFail(), "CHAL-00000004"), target_artifact_id: "PROP-00000004" },
      ],
    };
    const text = card({ escalation: raised({ modules, causes, trail }) });
    expect(text).toContain("What failed in MM-0001@1.0.0:\n\n- **The Arbiter approves ");
    expect(text).toContain(
      "What failed in MM-0004@1.0.0:\n\n- **The proposer can be asked**\n  overloaded after 3 attempts",
    );
    expect(text).toContain("| position about MM-0001@1.0.0 | in its own words |");
    expect(text).toMatch(
      /\| position about MM-0004@1\.0\.0 \|.*\n.*\n\| for the work \| it wraps a text \|\n\| against it \|/,
    );
  });

  it("shows a failure of the whole task first, and then the earlier failures of its modules", () => {
    const causes = [{ module: "MM-0001@1.0.0", cause: HALTS["call-failed"] }];
    const text = card({ escalation: raised({ cause: HALTS["branch-taken-over"], causes }) });
    expect(text.indexOf("What failed:\n\n- **A task's branch")).toBeGreaterThan(0);
    expect(text.indexOf("What failed in MM-0001@1.0.0:")).toBeGreaterThan(text.indexOf("What failed:"));
  });

  it("shows the locked plan where it is what failed, and names its file", () => {
    const plan = aPlan({ tag: [], line: ["tag"] });
    const text = card({ escalation: raised({ cause: HALTS["plan-level-failure"] }), plan });
    expect(text).toContain(`The locked plan MP-0a1b2c3d (\`.factory/tasks/${t("b")}/plan.yml\` at state commit `);
    expect(text).toContain("- MM-0001@1.0.0 Module tag: Turns a raw tag into a checked one\n");
    expect(text).toContain("- MM-0002@1.0.0 Module line: Turns a raw line into a checked one (needs MM-0001@1.0.0)");
    expect(card({ plan })).not.toContain("The locked plan");
    const planWarnings = [
      { path: "modules[0].purpose", field: "purpose", severity: "WARNING", message: "say it in one" },
    ];
    const warned = card({ escalation: raised({ cause: HALTS["plan-level-failure"] }), plan, planWarnings });
    expect(warned).toContain(
      "1 warning about the plan, which did not block it:\n\n- `modules[0].purpose`: say it in one",
    );
    expect(card({ plan, planWarnings })).not.toContain("1 warning");
  });

  it("shows the last plan beside its errors where it was not valid, as far as it fits", () => {
    const over = (last_plan: string) =>
      card({ escalation: raised({ cause: { ...HALTS["plan-invalid"], last_plan }, trail: noTrail }) });
    const text = over('{"modules":[{"key":"tag"}]}');
    expect(text).toContain("<summary>The last plan, as it was handed in</summary>");
    expect(text).toContain('      "key": "tag"');
    expect(over("I cannot plan this.")).toContain("```\nI cannot plan this.\n```");
    const long = over(`{"modules": "${"@ada ".repeat(20_000)}"}`);
    expect(long.length).toBeLessThan(BODY_LIMIT / 2);
    expect(long).toContain("The rest is left out");
    expect(card()).not.toContain("The last plan");
  });

  it("leaves out what there is not", () => {
    const modules = { failed: [], abandoned: [], shipped: [] };
    const text = card({ escalation: raised({ cause: HALTS["plan-invalid"], trail: noTrail, modules }) });
    expect(text).not.toContain("| position |");
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
