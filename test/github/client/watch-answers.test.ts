import { describe, expect, it } from "vitest";
import { type AnswerFacts, watchAnswers } from "../../../src/github/client/watch-answers.js";

async function told(answer: () => unknown): Promise<readonly AnswerFacts[]> {
  const facts: AnswerFacts[] = [];
  const send = watchAnswers((each) => facts.push(each));
  await Promise.resolve(send(async () => answer(), { method: "GET", url: "/x" })).catch(() => undefined);
  return facts;
}

const fail = (error: unknown) => () => {
  throw error;
};
const LIMIT = { "x-ratelimit-resource": "core", "x-ratelimit-remaining": "41" };

describe("the observer of GitHub's answers", () => {
  it.each([
    [
      "an answer",
      () => ({ status: 200, headers: LIMIT, data: {} }),
      { status: 200, limit: { resource: "core", remaining: 41 } },
    ],
    ["an answer without limits", () => ({ status: 201, headers: {}, data: {} }), { status: 201, limit: null }],
    [
      "a refusal",
      fail({ status: 404, response: { status: 404, headers: LIMIT } }),
      { status: 404, limit: { resource: "core", remaining: 41 } },
    ],
    ["a broken line", fail(new Error("ECONNRESET")), { status: 0, limit: null }],
  ])("reports %s", async (_, answer, facts) => {
    expect(await told(answer)).toEqual([{ method: "GET", points: null, ...facts }]);
  });

  it("changes neither answers nor failures", async () => {
    const send = watchAnswers(() => {});
    const answer = { status: 200, headers: {} };
    await expect(send(async () => answer, { method: "GET", url: "/" })).resolves.toBe(answer);
    await expect(send(fail(new Error("no")), { method: "GET", url: "/" })).rejects.toThrow("no");
  });
});
