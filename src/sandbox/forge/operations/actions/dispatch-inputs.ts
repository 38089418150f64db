/**
 * The `workflow_dispatch` section of a workflow file, parsed loosely. A file that the runner cannot run must still be
 * refused or started like on GitHub.
 */
import { z } from "zod";
import { readYaml } from "../../../../yaml/yaml.js";
import { type Inputs, resolveInputs } from "../../../runner/workflow/resolve-inputs.js";
import type { DispatchInput } from "../../../runner/workflow/workflow.js";
import { unprocessable } from "../../http/errors.js";
import type { ProfileTraits } from "../../profile.js";

const TRIGGER = "workflow_dispatch";
const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const LooseInput = z.looseObject({
  required: z.boolean().optional().catch(undefined),
  default: Scalar.optional().catch(undefined),
  type: z.enum(["string", "boolean", "choice", "number"]).optional().catch(undefined),
  options: z.array(Scalar).min(1).optional().catch(undefined),
});
const LooseFile = z.looseObject({
  on: z.union([
    z.literal(TRIGGER),
    z.array(z.string()).refine((events) => events.includes(TRIGGER)),
    z.looseObject({
      [TRIGGER]: z.looseObject({ inputs: z.record(z.string(), LooseInput.nullable()).nullish() }).nullable(),
    }),
  ]),
});

/** The inputs with their defaults, or GitHub's error 422. */
export function checkInputs(
  { dispatchInputs, hasCacheMode }: ProfileTraits,
  file: { path: string; text: string } | undefined,
  given: Readonly<Record<string, unknown>>,
): Inputs {
  const unexpected = hasCacheMode ? undefined : placeOf("cache-mode", file?.text ?? "");
  if (unexpected !== undefined)
    throw unprocessable(`failed to parse workflow: (${unexpected}): Unexpected value 'cache-mode'`);
  const read = file === undefined ? undefined : readYaml(file.path, file.text, LooseFile);
  if (read?.ok !== true) throw unprocessable(`Workflow does not have '${TRIGGER}' trigger`);
  const inputs = resolveInputs(
    { on: { workflow_dispatch: { inputs: declared(read.value.on) } } },
    given,
    dispatchInputs,
  );
  if (!inputs.ok) throw unprocessable(inputs.refusal.message);
  return inputs.value;
}

/** Where a key stands, as GitHub says it; its own file is trusted to have it nowhere but as a key. */
function placeOf(key: string, text: string): string | undefined {
  const lines = text.split("\n");
  const line = lines.findIndex((candidate) => candidate.trimStart().startsWith(`${key}:`));
  return line < 0 ? undefined : `Line: ${line + 1}, Col: ${(lines[line] ?? "").indexOf(key) + 1}`;
}

function declared(on: z.infer<typeof LooseFile>["on"]): Record<string, DispatchInput> {
  if (typeof on === "string" || Array.isArray(on)) return {};
  const inputs = on[TRIGGER]?.inputs ?? {};
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, { ...input }]));
}
