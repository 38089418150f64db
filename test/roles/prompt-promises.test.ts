import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as contextFor from "../../src/context/sections/context-for.js";
import type { RoleContext } from "../../src/context/sections/give-role.js";
import { Cassette } from "../../src/model/recordings/cassette.js";
import { loadPrompt } from "../../src/roles/prompt.js";
import { readYaml } from "../../src/yaml/yaml.js";
import { anExport } from "../support/execution-context.js";
import { aCall, allFacts } from "../support/role-facts.js";
import { aViolation } from "../support/violation.js";

const RECORDINGS = new URL("../../fixtures/demo/recordings/", import.meta.url);

/** The sections that a prompt promises: what is in bold below "What you are given". */
function promised(prompt: string): string[] {
  const [, section = ""] = /\n## What you are given\n([\s\S]*?)\n## /.exec(loadPrompt(prompt).text) ?? [];
  const names = [...section.matchAll(/\*\*(.+?)\*\*/gs)].map(([, name = ""]) => name.replaceAll(/\s+/g, " "));
  return names.filter((name) => !name.includes("{{"));
}

function cassettes(): Cassette[] {
  return readdirSync(RECORDINGS, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yml"))
    .map((file) => {
      const cassette = readYaml(file, readFileSync(new URL(file, RECORDINGS), "utf8"), Cassette);
      if (!cassette.ok) throw new Error(cassette.refusal.message);
      return cassette.value;
    });
}

const violations = [aViolation()];
const change = { path: "modes.notes", old_value: "a", new_value: "b" };
const amendment = {
  module_id: "MM-0001",
  reason: "It must log.",
  proposed_changes: [change],
  additional_types: [],
  affected_modules: [],
};
const facts = {
  ...allFacts(),
  narrowedPaths: ["dist/a.js"],
  amendments: [amendment],
  repeated: [violations, violations, violations],
};
const { contract: _contract, ...planned } = facts;
const { sections: _sections, ...unplanned } = facts;
const forPlanner = { ...unplanned, exports: [anExport()] };
const call = aCall("T-core-tags-normalise-001");
const documents = {
  readable: [{ path: "docs/a.md", blob: "a".repeat(40), size: 1, mode: "100644" as const }],
  leftOut: [{ path: "docs/b.md", why: "it is too large" }],
};

/** Everything that an activity can be given, in the situations that have different sections. */
const GIVEN: readonly (readonly [string, () => readonly RoleContext[]])[] = [
  ["product.draft.md", () => [contextFor.contextForProduct(aCall(null), { ...facts, documents })]],
  ["planner.plan.md", () => [contextFor.contextForPlanner(call, forPlanner)]],
  [
    "proposer.specify.md",
    () => [contextFor.contextForSpecify(call, planned), contextFor.contextForSpecify(call, facts)],
  ],
  ["proposer.implement.md", () => [contextFor.contextForImplement(call, facts)]],
  ["proposer.revise.md", () => [contextFor.contextForRevise(call, facts)]],
  ["proposer.amend.md", () => [contextFor.contextForAmend(call, facts)]],
  ["challenger.review-plan.md", () => [contextFor.contextForPlanReview(call, facts)]],
  ["challenger.challenge.md", () => [contextFor.contextForChallenge(call, facts)]],
  ["arbiter.adjudicate.md", () => [contextFor.contextForAdjudicate(call, facts)]],
  ["judge.judge.md", () => [contextFor.contextForJudge(call, facts)]],
  ["amendment-proposer.propose.md", () => [contextFor.contextForAmendmentProposal(call, facts)]],
];

describe("what a prompt promises", () => {
  it.each(GIVEN)("%s: every promised section is one that can be given", (prompt, contexts) => {
    const titles = contexts().flatMap(({ given }) => given.map(({ title }) => title));
    const names = promised(prompt);
    expect(names.filter((name) => !titles.some((title) => title.startsWith(name)))).toEqual([]);
    expect(names.length).toBeGreaterThan(2);
  });

  it("is all that a role was given in the recorded story: every section is named by its title", () => {
    const recorded = cassettes();
    expect(recorded.length).toBeGreaterThan(20);
    for (const { key, matters } of recorded) {
      const prompt = `${key.role}.${key.activity}.md`;
      const names = promised(prompt);
      const unnamed = matters.given
        .map(({ title }) => title)
        .filter((title) => !names.some((name) => title.startsWith(name)));
      expect(unnamed, `${prompt} for ${key.task}`).toEqual([]);
    }
  });
});

describe("what a role is sent", () => {
  it("is at most 6,000 tokens a turn on average in the recorded story: each thing once, shortest form first", () => {
    const turns = cassettes().flatMap((cassette) => cassette.turns);
    const sent = turns.reduce((sum, { usage }) => sum + usage.input_tokens, 0);
    expect(turns.length).toBeGreaterThan(30);
    expect(sent / turns.length).toBeLessThan(6_000);
  });
});
