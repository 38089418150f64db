import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  Tool as ToolParam,
  ToolUnion,
} from "@anthropic-ai/sdk/resources/messages";
import { answersByTool, toolSchema } from "../../answer-schema.js";
import { submitDescription } from "../../conversation/notes.js";
import type { Message } from "../../message.js";
import { MAX_SEARCHES, type Question } from "../../model-port.js";
import { outputSchema } from "./output-schema.js";
import { CACHED, type WireMessage, wireMessage } from "./to-wire.js";

/** A request exactly as it is sent. */
export function requestBody<T>(question: Question<T>, messages: readonly Message[]): MessageCreateParamsStreaming {
  const { name, effort, max_tokens } = question.config.models[question.role];
  const byTool = answersByTool(question);
  const tools = toolParams(question);
  const sent = messages.map(wireMessage);
  return {
    model: name,
    max_tokens,
    stream: true,
    system: [{ type: "text", text: question.prompt.text, ...CACHED }],
    messages: byTool ? markLast(sent) : sent,
    output_config: byTool
      ? { effort }
      : { effort, format: { type: "json_schema", schema: outputSchema(question.Answer).schema } },
    ...(tools.length > 0 ? { tools, tool_choice: { type: "auto" } } : {}),
  };
}

function toolParams<T>(question: Question<T>): ToolUnion[] {
  const own = question.tools.map(({ name, description, Input }) => toolParam(name, description, Input));
  const search: ToolUnion[] = question.webSearch
    ? [{ type: "web_search_20260318", name: "web_search", max_uses: MAX_SEARCHES }]
    : [];
  const submit = answersByTool(question)
    ? [toolParam(question.submitAs, submitDescription(question.submitAs), question.Answer)]
    : [];
  return [...own, ...search, ...submit];
}

function toolParam(name: string, description: string, Input: Question<unknown>["Answer"]): ToolParam {
  return { name, description, input_schema: { type: "object", ...toolSchema(Input).schema } };
}

/**
 * A tool loop sends its history again with every turn. A marker at its end lets the next turn read it from the cache.
 */
function markLast(messages: readonly WireMessage[]): WireMessage[] {
  return messages.map((message, index) => {
    if (index !== messages.length - 1) return message;
    const { content } = message;
    return { ...message, content: content.map((block, at) => (at === content.length - 1 ? marked(block) : block)) };
  });
}

function marked(block: ContentBlockParam): ContentBlockParam {
  return block.type === "text" || block.type === "tool_result" ? { ...block, ...CACHED } : block;
}
