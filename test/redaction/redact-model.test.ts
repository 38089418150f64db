import { describe, expect, it } from "vitest";
import { accept } from "../../src/domain/refusal.js";
import type { Question, RoleModel } from "../../src/model/model-port.js";
import { redactModel } from "../../src/redaction/redact-model.js";
import { createRedactor } from "../../src/redaction/redactor.js";
import { aQuestion, type Sum } from "../support/question.js";
import { SECRETS } from "../support/secrets.js";

const { value: key } = SECRETS.modelKey;
const MARK = "[redacted: model key]";
const redactor = createRedactor([SECRETS.modelKey], () => 0);

describe("a model behind the redaction", () => {
  it("is shown no secret: not in its prompt, not in what it is given, not by a tool", async () => {
    const seen: unknown[] = [];
    const inner: RoleModel = {
      name: "inner",
      webSearch: { offered: true },
      async ask<T>(question: Question<T>) {
        seen.push(question.prompt, question.given);
        for (const tool of question.tools) seen.push(await tool.run({ text: "x" }));
        return { kind: "failed", why: "enough", usage: [] };
      },
    };
    const leaking = {
      name: "read",
      description: "",
      Input: aQuestion().Answer,
      run: async () => ({ text: key, isError: false }),
    };
    const model = redactModel(inner, redactor);
    await model.ask(
      aQuestion({
        prompt: { text: `You know ${key}.`, version: "v" },
        given: [{ input: "task-file", title: key, text: `in ${key}`, stable: true }],
        tools: [leaking],
      }),
    );
    expect(model).toMatchObject({ name: "inner", webSearch: { offered: true } });
    expect(seen).toEqual([
      { text: `You know ${MARK}.`, version: "v" },
      [{ input: "task-file", title: MARK, text: `in ${MARK}`, stable: true }],
      { text: MARK, isError: false },
    ]);
  });

  it("writes no secret: not by a tool, not past a check, not in its answer", async () => {
    const written: unknown[] = [];
    const checked: unknown[] = [];
    const inner: RoleModel = {
      name: "inner",
      webSearch: { offered: true },
      async ask<T>(question: Question<T>) {
        await question.tools[0]?.run({ path: "a", text: key });
        const answer = { sum: 1, words: `say ${key}` } as T;
        await question.check(answer);
        await question.read?.({ words: key });
        return { kind: "answered", value: answer, sources: [key], usage: [] };
      },
    };
    const writing = {
      name: "write",
      description: "",
      Input: aQuestion().Answer,
      run: async (input: unknown) => {
        written.push(input);
        return { text: "done", isError: false };
      },
    };
    const check = (answer: Sum) => {
      checked.push(answer);
      return accept(answer);
    };
    const read = async (candidate: unknown) => {
      checked.push(candidate);
      return accept({ sum: 1, words: "read" });
    };
    const outcome = await redactModel(inner, redactor).ask(aQuestion({ tools: [writing], check, read }));
    expect(written).toEqual([{ path: "a", text: MARK }]);
    expect(checked).toEqual([{ sum: 1, words: `say ${MARK}` }, { words: MARK }]);
    expect(outcome).toMatchObject({ value: { sum: 1, words: `say ${MARK}` }, sources: [MARK] });
  });
});
