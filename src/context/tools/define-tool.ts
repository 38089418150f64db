import type { z } from "zod";
import { deficienciesFromZod } from "../../domain/deficiency.js";
import type { Outcome } from "../../domain/refusal.js";
import type { Tool, ToolResult } from "../../model/model-port.js";
import { withoutHidden } from "../fence-untrusted.js";

/** A tool whose input is validated before it runs. A refusal is returned to the role as an error. */
export type ToolDefinition<Input> = {
  readonly name: string;
  readonly description: string;
  readonly Input: z.ZodType<Input>;
  readonly run: (input: Input) => Promise<Outcome<string>>;
};

export function defineTool<Input>({ name, description, Input, run }: ToolDefinition<Input>): Tool {
  return {
    name,
    description,
    Input,
    run: async (input) => {
      const checked = Input.safeParse(input);
      if (!checked.success) return failed(`${name}: ${complaintsOf(checked.error)}`);
      const outcome = await run(checked.data);
      return outcome.ok ? { text: outcome.value, isError: false } : failed(outcome.refusal.message);
    },
  };
}

/** A refusal may name a file of the repository, whose name is untrusted. */
function failed(text: string): ToolResult {
  return { text: withoutHidden(text), isError: true };
}

function complaintsOf(error: z.ZodError): string {
  return deficienciesFromZod(error)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
    .join("; ");
}
