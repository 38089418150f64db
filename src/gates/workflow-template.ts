import { readFileSync } from "node:fs";
import { z } from "zod";

/** The action and the commit it is pinned to: a tag could move under every repository that has it installed. */
const ActionRef = z
  .string()
  .regex(/^[\w.-]+\/[\w.-]+(?:\/[\w./-]+)?@[0-9a-f]{40}$/, "must look like owner/name/action@<40-character SHA>");

export type GatesWorkflow = {
  /** `owner/name/action@<sha>`. */
  readonly actionRef: string;
  /** `gates.timeout_minutes`; the job gets a little more, so that a run that takes too long still reports. */
  readonly timeoutMinutes?: number;
};

const REPORTING_MINUTES = 10;

/** The text of `.github/workflows/factory-gates.yml` as it is installed in a repository. */
export function renderGatesWorkflow({ actionRef, timeoutMinutes = 30 }: GatesWorkflow): string {
  const template = readFileSync(new URL("../../action/workflow/factory-gates.yml", import.meta.url), "utf8");
  return template
    .replaceAll("{{action_ref}}", ActionRef.parse(actionRef))
    .replaceAll("{{timeout_minutes}}", String(timeoutMinutes + REPORTING_MINUTES));
}
