import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Config } from "../../../src/domain/config/config.js";
import { accept } from "../../../src/domain/refusal.js";
import type { Question, RoleModel } from "../../../src/model/model-port.js";
import { askReviewer } from "../../../src/roles/reviewers/ask-reviewer.js";
import { A_PACK } from "../../support/question.js";

const question: Question<string> = {
  role: "challenger",
  subject: { task: "T-a-b-c-001", module: "MM-0001", activity: "challenge", attempt: 1 },
  prompt: { text: "Challenge it.", version: "1" },
  given: [],
  pack: A_PACK,
  tools: [],
  webSearch: false,
  submitAs: "submit",
  Answer: z.string(),
  check: accept,
  reAsks: 2,
  config: Config.parse({}),
  signal: new AbortController().signal,
};

/** Answers with these tool calls, one list an asking. */
function reviewer(...asked: string[][]): RoleModel & { times: number } {
  return {
    name: "fake",
    webSearch: { offered: false, why: "it is a fake" },
    times: 0,
    async ask() {
      const calls = (asked[this.times] ?? []).map((name) => ({ name, input: {} }));
      this.times += 1;
      return { kind: "answered", value: `answer ${this.times}`, sources: [], usage: [], calls } as never;
    },
  };
}

describe("asking a reviewer", () => {
  it("takes an answer that came without an attempt to write", async () => {
    expect(await askReviewer(reviewer([]), question)).toMatchObject({ kind: "answered", value: "answer 1" });
  });

  it("discards an answer that tried to write, and asks once more", async () => {
    const model = reviewer(["write_file"], []);
    expect(await askReviewer(model, question)).toMatchObject({ kind: "answered", value: "answer 2" });
    expect(model.times).toBe(2);
  });

  it("gives up after the second attempt to write", async () => {
    const model = reviewer(["write_file"], ["edit"], []);
    expect(await askReviewer(model, question)).toMatchObject({ kind: "wrote", attempted: ["edit"] });
    expect(model.times).toBe(2);
  });
});
