import type { z } from "zod";
import { formatPath } from "../../../domain/deficiency.js";
import { OWN_FIELDS } from "../product-spec.js";
import { type DraftNode, everyNode, type Finding, finding, labelOf } from "../spec-draft.js";
import { complaintOf } from "./complaint.js";

/** Criterion 10: every required field is present, well formed and non-empty, at every level; unknown fields are named. */
export function requiredFieldsAreFilled(root: DraftNode): Finding[] {
  return everyNode(root).flatMap((node) => {
    const read = OWN_FIELDS[node.level].safeParse(node.value);
    return read.success ? [] : read.error.issues.flatMap((issue) => describe(node, issue));
  });
}

function describe(node: DraftNode, issue: z.core.$ZodIssue): Finding[] {
  const label = labelOf(node);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      finding(node, [...issue.path, key], `${label} has the unknown field ${key}; remove it or correct its name.`),
    );
  }
  const what = issue.path.length === 0 ? label : `${label}: ${formatPath(issue.path)}`;
  return [finding(node, issue.path, `${what} ${complaintOf(issue, node.value)}.`)];
}
