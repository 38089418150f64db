import { describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import type { Given } from "../../../src/model/model-port.js";
import { tooLargeToReview } from "../../../src/roles/reviewers/review-fit.js";
import { aBuiltDraft, aDraft, numberPlan } from "../../support/micro-plan.js";

const [MODULE] = numberPlan(aDraft(aBuiltDraft("tag"))).modules;
if (MODULE === undefined || MODULE.reuse_decision === "REUSE") throw new Error("the plan builds a module");
const module = MODULE;

/** A window of 100,000: less 15 %, 2,000, 4,000, and what is kept for notes and answer. */
const configWith = (sizing: object = {}) =>
  Config.parse({ models: { challenger: { name: "local" } }, sizing: { assumed_context_window: 100_000, ...sizing } });
const given = (input: Given["input"], tokens: number): Given => ({
  input,
  title: "",
  text: "x".repeat(tokens * 4),
  stable: false,
});
const check = (shown: readonly Given[], config = configWith()) =>
  tooLargeToReview("challenger", { given: shown }, module, config);

describe("what a reviewer has to read", () => {
  it("fits to the last token beside the reserves, and with one more the task is to be split", () => {
    const room = 100_000 - 15_000 - 2_000 - 4_000 - 6_000 - 1_000;
    expect(check([given("proposal", room - 10), given("module-contract", 10)])).toBeUndefined();
    expect(check([given("proposal", room - 10), given("module-contract", 11)])).toMatchObject({
      kind: "task-too-large",
      estimated_tokens: room + 1,
      allowed_tokens: room,
      files: module.files.length,
      reasons: [expect.stringContaining("the challenger would have to read about 72001 tokens of MM-0001")],
    });
  });

  it.each([
    ["reviewer_working_memory", 6_000],
    ["reviewer_output", 1_000],
  ])("has less room the more %s keeps free", (setting, before) => {
    const shown = [given("proposal", 72_000)];
    expect(check(shown)).toBeUndefined();
    expect(check(shown, configWith({ [setting]: before + 1 }))).toMatchObject({ allowed_tokens: 71_999 });
  });

  it.each(["sops", "prior-decisions", "file-summaries", "conventions"] as const)(
    "does not count %s, which have a reserve of their own",
    (input) => {
      expect(check([given("proposal", 72_000), given(input, 4_000)])).toBeUndefined();
    },
  );
});
