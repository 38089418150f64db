import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contextForChallenge } from "../../src/context/sections/context-for.js";
import { maySee, RoleInput } from "../../src/domain/artifacts/visibility.js";
import { Config } from "../../src/domain/config/config.js";
import { parseTarget, TargetKind } from "../../src/domain/debate/amendment-target.js";
import { citationsIn } from "../../src/domain/debate/citation.js";
import { evidenceProblem } from "../../src/domain/debate/evidence.js";
import { RUBRIC } from "../../src/domain/debate/rubric.js";
import { amendmentVagueness } from "../../src/domain/debate/vague-amendment.js";
import { situationOf } from "../../src/domain/roles/situation-of.js";
import { statesObservableBehavior } from "../../src/features/spec/criteria/observable-verbs.js";
import { namesSpecificError } from "../../src/features/spec/criteria/specific-errors.js";
import { toolSchema } from "../../src/model/answer-schema.js";
import { outputSchema } from "../../src/model/providers/anthropic/output-schema.js";
import type { RoleActivity } from "../../src/roles/define-role.js";
import { fillPlaceholders, placeholderValues } from "../../src/roles/placeholders.js";
import { loadPrompt } from "../../src/roles/prompt.js";
import { RAISE_INTERFACE_CHANGE } from "../../src/roles/tool-names.js";
import { ROLE_ACTIVITIES } from "../support/role-activities.js";
import { aCall, allFacts } from "../support/role-facts.js";

const activities: readonly RoleActivity<unknown>[] = Object.values(ROLE_ACTIVITIES);
const named = activities.map((activity) => [activity.prompt, activity] as const);
const words = (file: string) => fillPlaceholders(loadPrompt(file).text, placeholderValues(Config.parse({})));
const flat = (text: string) => text.replaceAll(/\s+/g, " ");
/** Each list item on one line. */
const unwrapped = (file: string) => words(file).replaceAll(/\n {2,}(?![-|])/g, " ");

describe("the prompts", () => {
  it("are one file for each activity, and no other file", () => {
    expect(readdirSync(new URL("../../prompts", import.meta.url)).sort()).toEqual(
      activities.map(({ prompt }) => prompt).sort(),
    );
  });

  it.each(named)("%s says of itself what its role is declared to be", (file, { role, activity, tools }) => {
    const { frontMatter } = loadPrompt(file);
    expect(frontMatter).toMatchObject({ role, activity, tools });
  });

  it.each(named)("%s is given exactly what the visibility table grants", (file, { role, activity, given }) => {
    const granted = RoleInput.options.filter((input) => maySee(role, input, situationOf(activity)));
    expect([...loadPrompt(file).frontMatter.given].sort()).toEqual([...granted].sort());
    expect(given).toEqual(granted);
  });

  it.each(named)("%s has a value for every placeholder it uses, and names each", (file) => {
    const { frontMatter, text } = loadPrompt(file);
    const used = new Set([...text.matchAll(/\{\{([a-z_]+)\}\}/g)].map(([, name]) => name));
    expect([...frontMatter.placeholders].sort()).toEqual([...used].sort());
    expect(words(file)).not.toMatch(/\{\{|\}\}|undefined/);
  });

  it.each(named)("%s says what is given, what is not and why, and shows good and bad", (file) => {
    const text = words(file);
    for (const heading of ["## What you are given", "## What you are not given, and why", "## Good and bad"]) {
      expect(text).toContain(`\n${heading}\n`);
    }
    expect(text).toContain("<<<DATA");
    expect(text).toMatch(/cannot\s+change\s+your\s+role|never\s+instructions/);
  });

  it.each(named.filter(([, { tools }]) => tools.includes(RAISE_INTERFACE_CHANGE)))(
    "%s says when a dependency's contract is not enough",
    (file) => {
      expect(words(file)).toContain(`\`${RAISE_INTERFACE_CHANGE}\``);
    },
  );

  // A Challenger without dependencies has no tool at all, and hands in as structured output.
  it.each(named.filter(([, { role, tools }]) => tools.length > 0 && role !== "challenger"))(
    "%s says how to hand in",
    (file, { submitAs }) => {
      expect(flat(words(file))).toContain(`all \`${submitAs}\` once`);
    },
  );

  it.each(named)("%s has an answer that goes over the wire", (_, { Answer, tools }) => {
    const { schema } = tools.length === 0 ? outputSchema(Answer) : toolSchema(Answer);
    expect(schema).toMatchObject({ type: "object", properties: expect.any(Object) });
    expect(JSON.stringify(schema)).not.toContain('"properties":{}');
  });

  it("change their version with their text alone", () => {
    const versions = activities.map(({ prompt }) => loadPrompt(prompt).version);
    expect(new Set(versions).size).toBe(activities.length);
    for (const version of versions) expect(version).toMatch(/^[0-9a-f]{12}$/);
    expect(loadPrompt("judge.judge.md").version).toBe(loadPrompt("judge.judge.md").version);
  });
});

describe("what a prompt teaches is what the rules say", () => {
  it("a Challenger is given the rubric once, in a section of its own", () => {
    const { given } = contextForChallenge(aCall("T-core-tags-normalise-001"), allFacts());
    const texts = [words("challenger.challenge.md"), ...given.map(({ text }) => text)];
    for (const { id, title, checks } of RUBRIC) {
      expect(texts.filter((text) => text.includes(`- **${id}, ${title}.** ${checks}`))).toHaveLength(1);
    }
  });

  it("only reviewers are shown the rubric, the Proposer never", () => {
    for (const { prompt } of activities.filter(({ role }) => role !== "challenger")) {
      for (const { title, checks } of RUBRIC) {
        expect(words(prompt)).not.toContain(checks);
        expect(words(prompt)).not.toContain(title);
      }
    }
  });

  it("the Challenger's bad evidence would be refused, and its good evidence accepted", () => {
    const [bad = "", good = ""] = [...words("challenger.challenge.md").matchAll(/`MET`, "([\s\S]*?)"/g)].map(
      ([, text]) => text,
    );
    const names = {
      testNames: ["rejects a rate of zero"],
      clauseIds: ["CL-INPUT-001"],
      contractFields: ["wordsPerMinute"],
      dependencyRefs: [],
      validators: ["TASK_TEST_PASSES"],
    };
    expect(citationsIn(bad, names)).toEqual([]);
    expect(citationsIn(good, names)).toEqual(["rejects a rate of zero", "CL-INPUT-001"]);
    expect(evidenceProblem(good)).toBeUndefined();
  });

  it("every form of target the Arbiter is told about is one, and all of them are told", () => {
    const forms = [...words("arbiter.adjudicate.md").matchAll(/^\| `(\w+):<.*?>` \| (.*) \|$/gm)];
    expect(forms.map(([, kind]) => kind)).toEqual([...TargetKind.options]);
    const examples = forms.flatMap(([, , text = ""]) =>
      [...text.matchAll(/`(.+?)`/g)].map(([, target = ""]) => target),
    );
    expect(examples).toHaveLength(7);
    for (const target of examples) expect(parseTarget(target)).toMatchObject({ ok: true });
  });

  it("the Arbiter's bad amendment is vague and its good one is not", () => {
    const amendments = [
      ...unwrapped("arbiter.adjudicate.md").matchAll(
        /- (bad|good): `\{ action: \w+, target: "(.*?)", detail: "(.*?)" \}`/g,
      ),
    ];
    expect(amendments.map(([, kind]) => kind)).toEqual(["bad", "good"]);
    const vague = amendments.map(([, , target = "", detail = ""]) => amendmentVagueness({ target, detail }).length > 0);
    expect(vague).toEqual([true, false]);
  });

  it("the targets the Proposer is told about are the same", () => {
    const targets = [...words("proposer.amend.md").matchAll(/^\s+\| `(.+?)` \|/gm)].map(([, target = ""]) => target);
    expect(targets.map((target) => target.split(":")[0])).toEqual([...TargetKind.options]);
    for (const target of targets) expect(parseTarget(target)).toMatchObject({ ok: true });
  });

  it("the product's good criterion and error surface pass, and its bad ones do not", () => {
    const text = unwrapped("product.draft.md");
    const quoted = [...text.matchAll(/^- (bad|good): "(.*?)"/gm)].map(([, kind, said = ""]) => [kind, said] as const);
    const [badCriterion, goodCriterion, badError, goodError] = quoted.map(([, said]) => said);
    expect(quoted.slice(0, 4).map(([kind]) => kind)).toEqual(["bad", "good", "bad", "good"]);
    expect(statesObservableBehavior(badCriterion ?? "")).toBe(false);
    expect(statesObservableBehavior(goodCriterion ?? "")).toBe(true);
    expect(badError).toContain("Errors may occur");
    expect(namesSpecificError("Errors may occur")).toBe(false);
    expect(namesSpecificError(goodError ?? "")).toBe(true);
  });

  it("numbers come from the configuration", () => {
    const config = Config.parse({ max_files: 7, decompose_above_files: 3, allowed_dependencies: ["zod"] });
    const text = fillPlaceholders(loadPrompt("planner.plan.md").text, placeholderValues(config));
    expect(flat(text)).toContain("more than 3 files asks you to split, more than 7 is refused");
    expect(flat(text)).toContain("Allowed without asking a person: `zod`.");
    expect(flat(words("planner.plan.md"))).toContain("Allowed without asking a person: none.");
  });

  it("a placeholder without a value is an error, even if it has the name of an object's method", () => {
    expect(() => fillPlaceholders("{{nobody}}", {})).toThrow("{{nobody}}");
    expect(() => fillPlaceholders("{{constructor}}", {})).toThrow("{{constructor}}");
  });
});
