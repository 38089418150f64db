import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { orThrow } from "../../../src/domain/refusal.js";
import { chooseModel } from "../../../src/server/start/choose-model.js";
import { anthropicServer, reply } from "../../support/anthropic-server.js";
import { A_SUM, aQuestion } from "../../support/question.js";
import { readEnv } from "../../support/read-env.js";

const REQUIRED = { APP_ID: "1", PRIVATE_KEY: "key", WEBHOOK_SECRET: "secret" };
const surroundings = {
  clock: { now: () => "2026-03-01T12:00:00Z" },
  redact: (text: string) => text,
  onDifference: (_question: string, _differences: readonly string[]) => undefined,
};
const chosen = (variables: Readonly<Record<string, string>>, more: Partial<typeof surroundings> = {}) =>
  orThrow(chooseModel(orThrow(readEnv({ ...REQUIRED, ...variables })), { ...surroundings, ...more }));
const GATEWAY = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "http://127.0.0.1:9" };

describe("the configured model", () => {
  it.each([
    ["the provider itself", { ANTHROPIC_API_KEY: "k" }, null],
    ["the provider, switched off", { ANTHROPIC_API_KEY: "k", WEB_SEARCH: "off" }, /switched it off \(WEB_SEARCH\)/],
    ["a gateway", GATEWAY, /gateway .* \(WEB_SEARCH=on\)/],
    ["a gateway that has it", { ...GATEWAY, WEB_SEARCH: "on" }, null],
    ["a recording", { MODEL: "recorded" }, /is a recording/],
    ["a recording, whatever is said", { MODEL: "recorded", WEB_SEARCH: "on" }, /is a recording/],
  ] as const)("searches the web or gives the reason why not: %s", (_, variables, why) => {
    const { webSearch } = chosen(variables);
    if (why === null) expect(webSearch).toEqual({ offered: true });
    else expect(webSearch).toEqual({ offered: false, why: expect.stringMatching(why) });
  });

  it("needs a key, unless it is a recording", () => {
    const env = orThrow(readEnv(REQUIRED));
    const choice = chooseModel(env, surroundings);
    expect(!choice.ok && choice.refusal.message).toContain("ANTHROPIC_API_KEY is not set");
  });
});

describe("one's own recordings", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "recordings-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each(["on", "off"] as const)("are repeated from their folder, with web search %s", async (WEB_SEARCH) => {
    const question = aQuestion({ webSearch: WEB_SEARCH === "on" });
    const server = await anthropicServer([reply({ text: JSON.stringify(A_SUM) })]);
    const recording = chosen({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url, RECORD_TO: folder, WEB_SEARCH });
    const original = await recording.ask(question);
    await server.close();
    const replaying = chosen({ MODEL: "recorded", REPLAY_FROM: folder, WEB_SEARCH });
    expect(original).toMatchObject({ kind: "answered", value: A_SUM });
    expect(await replaying.ask(question)).toEqual(original);
    expect(replaying.webSearch.offered).toBe(recording.webSearch.offered);
  });

  it("answer another question of the same step only where that is asked for, and the difference is told", async () => {
    const server = await anthropicServer([reply({ text: JSON.stringify(A_SUM) })]);
    await chosen({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url, RECORD_TO: folder }).ask(aQuestion());
    await server.close();
    const later = aQuestion({ prompt: { text: "Another prompt.", version: "v2" } });
    const replaying = { MODEL: "recorded", REPLAY_FROM: folder, WEB_SEARCH: "off" };
    const told: string[] = [];
    const onDifference = (question: string, differences: readonly string[]) =>
      void told.push(`${question}: ${differences.join("; ")}`);
    await expect(chosen(replaying, { onDifference }).ask(later)).rejects.toThrow("No recorded answer fits");
    expect(told).toEqual([]);
    const loose = chosen({ ...replaying, REPLAY_MATCH: "step" }, { onDifference });
    expect(await loose.ask(later)).toMatchObject({ kind: "answered", value: A_SUM });
    expect(told).toEqual([expect.stringMatching(/^proposer\/.*implement\.1: the prompt is version v2; /)]);
    await loose.ask(aQuestion());
    expect(told).toHaveLength(1);
  });

  it("must exist in the configured folder", () => {
    const env = orThrow(readEnv({ ...REQUIRED, MODEL: "recorded", REPLAY_FROM: path.join(folder, "gone") }));
    const choice = chooseModel(env, surroundings);
    expect(!choice.ok && choice.refusal.message).toMatch(/^REPLAY_FROM names .*gone, and there is no such folder\.$/);
  });
});
