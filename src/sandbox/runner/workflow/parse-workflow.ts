import { z } from "zod";
import type { Outcome, Refusal } from "../../../domain/refusal.js";
import { readYaml, type YamlLimits } from "../../../yaml/yaml.js";
import { Workflow } from "./workflow.js";

/** A file of the repository: its path and its text. */
export type SourceFile = { readonly path: string; readonly text: string };

/** GitHub's limit for a workflow file is 1 MB. Anchors are not supported. */
const LIMITS: YamlLimits = { maxBytes: 1_048_576, maxDepth: 32, maxAliases: 0, maxNodes: 50_000 };

/** Reads a workflow. Every unsupported part is refused as `file:line: field: why`. */
export function parseWorkflow(file: SourceFile): Outcome<Workflow> {
  return readYaml(file.path, file.text, Workflow, LIMITS);
}

/** A refusal about one field of a parsed file, in the same form and with the field's line. */
export function refuseField(file: SourceFile, field: readonly (string | number)[], message: string): Refusal {
  const complain = z.unknown().superRefine((_, context) => {
    context.addIssue({ code: "custom", path: [...field], message });
  });
  const outcome = readYaml(file.path, file.text, complain, LIMITS);
  if (outcome.ok) throw new TypeError("a schema that always complains has accepted");
  return outcome.refusal;
}
