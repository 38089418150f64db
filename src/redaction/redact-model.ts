import type { Question, StoppableModel, Tool } from "../model/model-port.js";
import { redactValue } from "./redact-value.js";
import type { Redactor } from "./redactor.js";

/**
 * A model that gets no secret and passes none on. Its output is redacted before it is used, so that later hashes match
 * what is stored.
 */
export function redactModel(model: StoppableModel, { text }: Redactor): StoppableModel {
  return {
    name: model.name,
    webSearch: model.webSearch,
    shown: text,
    async ask<T>(question: Question<T>) {
      const { prompt, given, tools, check, read } = question;
      const outcome = await model.ask<T>({
        ...question,
        prompt: { ...prompt, text: text(prompt.text) },
        given: redactValue(given, text),
        tools: tools.map((tool) => redactTool(tool, text)),
        check: (answer) => check(redactValue(answer, text)),
        ...(read === undefined ? {} : { read: (candidate: unknown) => read(redactValue(candidate, text)) }),
      });
      return redactValue(outcome, text);
    },
  };
}

function redactTool(tool: Tool, text: (text: string) => string): Tool {
  return { ...tool, run: async (input) => redactValue(await tool.run(redactValue(input, text)), text) };
}
