import type { Octokit } from "@octokit/rest";

export type Place = { readonly owner: string; readonly repo: string };

/** Dispatches a workflow and returns its run's id, as `return_run_details` gives it. */
export async function dispatch(
  client: Octokit,
  at: Place,
  query: { readonly file: string; readonly inputs?: Record<string, string>; readonly ref?: string },
): Promise<number> {
  const { file, inputs = {}, ref = "main" } = query;
  const { data } = await client.request("POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches", {
    ...at,
    workflow_id: file,
    ref,
    inputs,
    return_run_details: true,
  });
  return (data as { workflow_run_id: number }).workflow_run_id;
}

/** Waits until a run has this status. The test's own timeout ends a wait in vain. */
export async function untilRun(client: Octokit, at: Place, run_id: number, status: string): Promise<void> {
  for (;;) {
    const { data } = await client.rest.actions.getWorkflowRun({ ...at, run_id });
    if (data.status === status) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A workflow of one job with one script. */
export const script = (lines: string, extra = "") => `name: Script
on: workflow_dispatch
permissions: {}
${extra}
jobs:
  job:
    runs-on: ubuntu-latest
    steps:
      - run: |
${lines
  .split("\n")
  .map((line) => `          ${line}`)
  .join("\n")}
`;
