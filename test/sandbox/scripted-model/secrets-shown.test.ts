/** Whoever looks for canaries must see one: each secret is planted in each encoding, and must be found. */
import { describe, expect, it } from "vitest";
import type { SeenRequest } from "../../../src/sandbox/scripted-model/scripted-answers.js";
import { forbiddenQuestions, unmatchedPatterns } from "../../support/canaries.js";
import { ENCODERS, secretsShown } from "../../support/secret-encodings.js";
import { KEY, SECRETS } from "../../support/secrets.js";

const ALL = [...Object.values(SECRETS), KEY];
const around = (text: string) =>
  `# Notes\n\nPeople keep notes (7 of them).\n\n- ${text}\n\nThat is all, 0123456789abcdef.\n`;

describe("a search for secrets", () => {
  it("knows more than twenty encodings", () => {
    expect(Object.keys(ENCODERS).length).toBeGreaterThan(20);
  });

  it("finds none where there is none, nor where one was taken out", () => {
    expect(secretsShown(around("[redacted: model key] sk-ant-api03-"), ALL)).toEqual([]);
  });

  it.each(Object.entries(ENCODERS))("finds each of them, %s", (encoding, encode) => {
    for (const secret of ALL) {
      expect(secretsShown(around(encode(secret.value)), [secret]), secret.name).toContain(
        `${secret.name}, ${encoding}`,
      );
    }
  });

  it("finds one in a long text, broken over its lines", () => {
    const text = `${"words ".repeat(50_000)}${SECRETS.modelKey.value.replace(/(.{5})/g, "$1 \n> ")}${" words".repeat(50_000)}`;
    expect(secretsShown(text, [SECRETS.modelKey])).toContain("model key, as it is");
  });
});

describe("a search for words in requests", () => {
  const request = (question: string, text: string) =>
    ({ question, body: { messages: [text] } }) as unknown as SeenRequest;
  const seen = [request("planner/T-1/plan.1", "It says dunlin."), request("challenger/T-1/MM-1", "Nothing.")];

  it("names whoever holds a word that is not theirs, and who should have had it and has not", () => {
    expect(forbiddenQuestions(seen, { word: "dunlin", mayBeIn: [/^planner/] })).toEqual([]);
    expect(forbiddenQuestions(seen, { word: "dunlin", mayBeIn: [/^challenger/] })).toEqual(["planner/T-1/plan.1"]);
    expect(forbiddenQuestions(seen, { word: "dunlin", mayBeIn: [] })).toEqual(["planner/T-1/plan.1"]);
    expect(unmatchedPatterns(seen, { word: "dunlin", mayBeIn: [/^planner/, /^challenger/] })).toEqual([/^challenger/]);
  });
});
