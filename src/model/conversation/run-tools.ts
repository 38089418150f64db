import { deficienciesFromZod } from "../../domain/deficiency.js";
import { hasStatus, LimitedUntil, messageOf } from "../../domain/errors.js";
import { toolSchema, unwrap } from "../answer-schema.js";
import type { CallBlock, ResultBlock } from "../message.js";
import type { Tool, ToolResult } from "../model-port.js";
import { unknownTool } from "./notes.js";

/** A tool broke in a way that is nobody's answer, such as a lost connection. Its question fails, its costs are kept. */
export class ToolBroke extends Error {
  override readonly name = "ToolBroke";

  constructor(
    message: string,
    override readonly cause: unknown,
  ) {
    super(message);
  }

  /** Whoever the tool asked has a trouble of the moment: the same question may well be answered later. */
  get isPassing(): boolean {
    return hasStatus(this.cause, ...PASSING);
  }
}

/** A token that has ended, an answer that did not come in time, and what is wrong with a server or with the way to it. */
const PASSING = [401, 408, 500, 502, 503, 504];

/**
 * Runs the calls of one turn. One after another, in the order they were made: two edits of one file in one turn must not
 * race. What a role got wrong goes back to it as an error it can read.
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
    if (error instanceof LimitedUntil) throw error; // a wait, and nobody's fault
    throw new ToolBroke(`The tool ${name} broke: ${messageOf(error)}.`, error);
  }
}
