import { z } from "zod";
import type { Outcome, Refusal } from "../../../domain/refusal.js";
import { readYaml, type YamlLimits } from "../../../yaml/yaml.js";
import { Workflow } from "./workflow.js";

/** A file as it is in the repository: its path there and its text. */
export type SourceFile = { readonly path: string; readonly text: string };

/** GitHub's own cap on a workflow file is 1 MB; anchors are beyond the subset's needs. */
const LIMITS: YamlLimits = { maxBytes: 1_048_576, maxDepth: 32, maxAliases: 0, maxNodes: 50_000 };

/** Reads a workflow. What the runner does not support is refused as `file:line: field: why`, every one of them. */
export function parseWorkflow(file: SourceFile): Outcome<Workflow> {
  return readYaml(file.path, file.text, Workflow, LIMITS);
}

/** A refusal about one field of a file that has been read before, in the same words and with the same line. */
export function refuseField(file: SourceFile, field: readonly (string | number)[], message: string): Refusal {
  const complain = z.unknown().superRefine((_, context) => {
    context.addIssue({ code: "custom", path: [...field], message });
  });
  const outcome = readYaml(file.path, file.text, complain, LIMITS);
  if (outcome.ok) throw new TypeError("a schema that always complains has accepted");
  return outcome.refusal;
}
