import { describe, expect, it } from "vitest";
import { Config } from "../../src/domain/config/config.js";
import { accept } from "../../src/domain/refusal.js";
import type { Given } from "../../src/model/model-port.js";
import { challengerChallenge } from "../../src/roles/challenger/challenger-challenge.js";
import { productDraft } from "../../src/roles/product/product-draft.js";
import { loadPrompt } from "../../src/roles/prompt.js";
import { proposerImplement } from "../../src/roles/proposer/proposer-implement.js";
import { proposerRevise } from "../../src/roles/proposer/proposer-revise.js";
import { question } from "../../src/roles/question.js";
import { A_PACK, echo, TASK_FILE } from "../support/question.js";

const subject = { task: "T-core-sum-add-001", module: "MM-0001", attempt: 2 };
const signal = new AbortController().signal;
const rest = {
  subject,
  pack: A_PACK,
  check: accept,
  config: Config.parse({ retries: { invalid_answers: 1, challenger_reasks: 0 } }),
  signal,
};
const given = (input: Given["input"]): Given => ({ ...TASK_FILE, input });

describe("a question", () => {
  it("has its role's prompt, answer and way to hand in", () => {
    const asked = question({ activity: proposerImplement, given: [TASK_FILE], tools: [echo("read")], ...rest });
    expect(asked).toMatchObject({
      role: "proposer",
      subject: { ...subject, activity: "implement" },
      prompt: { version: loadPrompt("proposer.implement.md").version },
      submitAs: "submit",
      webSearch: false,
      reAsks: 1,
    });
    expect(asked.prompt.text).toMatch(/^You are the Proposer/);
    expect(asked.Answer).toBe(proposerImplement.Answer);
  });

  it("is not asked again where failure_actions has a person asked about the first invalid answer", () => {
    const config = Config.parse({ failure_actions: { "parse-error": "escalate" } });
    const asked = { given: [TASK_FILE], tools: [], ...rest };
    expect(question({ activity: proposerImplement, ...asked, config }).reAsks).toBe(0);
    const again = Config.parse({ failure_actions: { "parse-error": "retry-then-escalate" } });
    expect(question({ activity: proposerImplement, ...asked, config: again }).reAsks).toBe(2);
  });

  it("of the Challenger has the budget of mild reviews", () => {
    const asked = question({ activity: challengerChallenge, given: [given("proposal")], tools: [], ...rest });
    expect(asked.reAsks).toBe(0);
  });

  it.each([
    [{ offered: true }, "available"],
    [{ offered: false, why: "the model is a recording" }, "not available"],
  ] as const)("of the product role may search the web where %o, and its prompt says so", (webSearch, said) => {
    const asked = question({
      activity: productDraft,
      given: [given("product-request")],
      tools: [],
      webSearch,
      ...rest,
    });
    expect(asked.webSearch).toBe(webSearch.offered);
    expect(asked.prompt.text).toContain(`\`web_search\` in this call: **${said}**.`);
    const proposer = { activity: proposerImplement, given: [TASK_FILE], tools: [], webSearch, ...rest };
    expect(question(proposer).webSearch).toBe(false);
  });

  it("is not made from what its role must not see", () => {
    const ask = (activity: typeof proposerImplement | typeof proposerRevise) => () =>
      question({ ...rest, activity, given: [given("challenge")], tools: [], check: accept } as Parameters<
        typeof question
      >[0]);
    expect(ask(proposerImplement)).toThrow("must not be given challenge");
    expect(ask(proposerRevise)).not.toThrow();
  });

  it("is not made with a tool its role does not have", () => {
    const ask = () =>
      question({ activity: challengerChallenge, given: [given("proposal")], tools: [echo("write")], ...rest });
    expect(ask).toThrow("must not have the tools write");
  });
});
