import { deficienciesFromZod } from "../../domain/deficiency.js";
import { isPassingFault, LimitedUntil, messageOf } from "../../domain/errors.js";
import { toolSchema, unwrap } from "../answer-schema.js";
import type { CallBlock, ResultBlock } from "../message.js";
import type { Tool, ToolResult } from "../model-port.js";
import { unknownTool } from "./notes.js";

/**
 * A tool failed without an answer, for example through a lost connection. Its question fails, and its costs are kept.
 */
export class ToolBroke extends Error {
  override readonly name = "ToolBroke";

  constructor(
    message: string,
    override readonly cause: unknown,
  ) {
    super(message);
  }

  /** A temporary fault behind the tool: the same question may succeed later. */
  get isPassing(): boolean {
    return isPassingFault(this.cause);
  }
}

/**
 * Runs the calls of one turn in order, one at a time, because two edits of one file must not race. The role gets its
 * own mistakes back as readable errors.
 */
export async function runTools(calls: readonly CallBlock[], tools: readonly Tool[]): Promise<ResultBlock[]> {
  const results: ResultBlock[] = [];
  for (const call of calls) {
    const { text, isError } = await runTool(call, tools);
    results.push(toolResult(call.id, text, isError));
  }
  return results;
}

export function toolResult(id: string, text: string, isError: boolean): ResultBlock {
  return { kind: "result", call: id, text, isError };
}

async function runTool({ name, input }: CallBlock, tools: readonly Tool[]): Promise<ToolResult> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    return {
      text: unknownTool(
        name,
        tools.map((one) => one.name),
      ),
      isError: true,
    };
  }
  const parsed = tool.Input.safeParse(unwrap(input, toolSchema(tool.Input)));
  if (!parsed.success) {
    const problems = deficienciesFromZod(parsed.error).map(({ path, message }) => `${path}: ${message}`);
    return { text: `The input of ${name} is wrong. ${problems.join("; ")}`, isError: true };
  }
  try {
    return await tool.run(parsed.data);
  } catch (error) {
    if (error instanceof LimitedUntil) throw error; // a wait, not a failure
    throw new ToolBroke(`The tool ${name} broke: ${messageOf(error)}.`, error);
  }
}
