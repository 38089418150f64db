import { describe, expect, it } from "vitest";
import { ClarifyingQuestion, checkQuestions } from "../../../src/domain/ledger/clarifying-question.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { aConfig } from "../../support/config.js";
import {
  decideOn,
  kinds,
  LATER,
  NOW,
  notes,
  pendingKinds,
  REQUEST,
  requested,
  say,
  stateOf,
} from "../../support/loop.js";

const question = (name: string) =>
  ClarifyingQuestion.parse({
    question: `${name}?`,
    quotes: ["At most 8 tags.", "Any number of tags."],
    options: [
      { text: "At most 8", changes: "one limit", tasks: 0 },
      { text: "Any number", changes: "no limit, and paging", tasks: 2 },
    ],
    default: "a",
  });
const asked = {
  kind: "clarification-asked" as const,
  at: NOW,
  round: 1,
  questions: [question("How many"), question("Which case")],
  usage: [],
};
const decision = decideOn(requested, {}, { given: [asked], draft: null });
const asking = stateOf(decision);
const answer = (state: FactoryState, body: string) =>
  decideOn(state, { comments: [say(body, { issue: REQUEST })] }, { draft: null });
const roundOf = (state: FactoryState) => (state.product?.phase === "drafting" ? state.product.round : undefined);

describe("questions before the first draft", () => {
  it("are one comment in the issue, with options, defaults and prices, and nothing is drafted meanwhile", () => {
    const [note, ...others] = notes(decision);
    expect(others).toEqual([]);
    expect(note).toMatchObject({ issue: REQUEST });
    expect(note?.body).toContain("2 questions before the spec is drafted");
    expect(note?.body).toContain("> At most 8 tags.\n\n> Any number of tags.");
    expect(note?.body).toMatch(/\| \*\*1a\*\* \(default\) \| At most 8 \| one limit \| 0 \| \$0\.00 \|/);
    expect(note?.body).toMatch(/\| \*\*1b\*\* \| Any number \| no limit, and paging \| \+2 \| \+\$\d+\.\d\d \|/);
    expect(pendingKinds(decision)).not.toContain("draft-spec");
    expect(notes(decideOn(asking, {}, { draft: null }))).toEqual([]);
  });

  it("are drafted with once each has an answer, by letter or in words, together or one by one", () => {
    const first = stateOf(answer(asking, "/factory answer 2: only lower case"));
    expect(first.product?.phase).toBe("asking");
    const decided = decideOn(
      first,
      { comments: [say("/factory answer 1b", { id: 51, issue: REQUEST })] },
      { draft: null },
    );
    expect(roundOf(stateOf(decided))).toMatchObject({
      number: 2,
      answers: [
        { question: "How many?", answer: "Any number", by: "ada" },
        { question: "Which case?", answer: "only lower case", by: "ada" },
      ],
    });
    expect(pendingKinds(decided)).toContain("draft-spec");
    expect(roundOf(stateOf(answer(asking, "/factory answer 1a 2b")))?.answers).toMatchObject([
      { answer: "At most 8" },
      { answer: "Any number" },
    ]);
  });

  it.each([
    ["/factory answer 3a", "There is no question 3; there are 2."],
    ["/factory answer 1c", "Question 1 has no answer c."],
    ["/factory answer yes", "/factory answer 1b 2a"],
  ])("take nothing from %s, and say what can be answered", (body, words) => {
    const decided = answer(asking, body);
    expect(stateOf(decided).product).toMatchObject({ phase: "asking", answers: [] });
    const answers = decided.events.flatMap((event) => (event.kind === "comment-read" ? [event.answer] : []));
    expect(JSON.stringify(answers)).toContain(words);
  });

  it("let the defaults stand for what is left on /factory continue", () => {
    const one = stateOf(answer(asking, "/factory answer 1b"));
    const decided = decideOn(
      one,
      { comments: [say("/factory continue", { id: 51, issue: REQUEST })] },
      { draft: null },
    );
    expect(roundOf(stateOf(decided))?.answers).toMatchObject([
      { answer: "Any number", by: "ada" },
      { answer: "At most 8", by: null },
    ]);
  });

  it("let the defaults stand where the configuration asks nobody", () => {
    const decided = decideOn(
      requested,
      {},
      { given: [asked], draft: null, config: aConfig({ questions: "defaults" }) },
    );
    expect(kinds(decided)).toContain("defaults-taken");
    expect(roundOf(stateOf(decided))?.answers).toMatchObject([{ by: null }, { by: null }]);
  });

  it("let the defaults stand after the hours that the configuration waits, and not before", () => {
    const since = (asked_at: string): FactoryState =>
      asking.product?.phase === "asking" ? { ...asking, product: { ...asking.product, asked_at } } : asking;
    const config = aConfig({ questions_wait_hours: 2 });
    expect(kinds(decideOn(since("2026-03-01T10:00:01Z"), {}, { draft: null, config }))).not.toContain("defaults-taken");
    expect(kinds(decideOn(since("2026-03-01T10:00:00Z"), {}, { draft: null, config }))).toContain("defaults-taken");
  });

  it("are asked once: a later round decides by itself", () => {
    const drafting = stateOf(answer(asking, "/factory answer 1a 2a"));
    const again = decideOn(drafting, {}, { given: [{ ...asked, round: 2, at: LATER }], draft: null });
    expect(stateOf(again).product?.phase).toBe("drafting");
  });
});

describe("a question", () => {
  const REQUEST_TEXT = "At most 8 tags.\nAny number of tags.\n";
  it("quotes SPEC.md word for word", () => {
    expect(checkQuestions([question("How many")], REQUEST_TEXT)).toMatchObject({ ok: true });
    expect(checkQuestions([question("How many")], "At most 8 tags.")).toMatchObject({
      refusal: { message: 'questions: question 1: SPEC.md does not say "Any number of tags."' },
    });
  });

  it("has its default among its options, at no further price", () => {
    const none = { ...question("How many"), default: "d" as const };
    const dear = { ...question("How many"), default: "b" as const };
    expect(checkQuestions([none, dear], REQUEST_TEXT)).toMatchObject({
      refusal: {
        details: {
          problems: [
            "question 1 has no option d, which it names as its default",
            "question 2: the default takes 0 tasks more, not 2",
          ],
        },
      },
    });
  });
});
