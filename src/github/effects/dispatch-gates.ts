import { z } from "zod";
import { PRODUCTS } from "../../domain/github-product.js";
import { canonicalJson } from "../../domain/hash.js";
import type { Performed } from "../../engine/ports.js";
import { GATES_WORKFLOW_PATH } from "../../features/spec/draft-paths.js";
import type { EffectOf, PerformContext } from "../client/github.js";
import { defaultBranchOf } from "../observe/default-branch.js";
import { findGateRuns } from "../observe/gate-runs.js";
import { dispatchRefused, isDispatchRefused } from "./dispatch-refused.js";

const Page = z.object({ html_url: z.string() });
const Details = z.object({ workflow_run_id: z.number(), html_url: z.string() });

/**
 * Runs the workflow of the default branch, so that nothing in a pull request can change the workflow that judges it.
 * GitHub lists a run only seconds later, so this process remembers what it started, and the state keeps the id.
 */
export async function dispatchGates(
  context: PerformContext,
  { request }: EffectOf<"dispatch-gates">,
): Promise<Performed> {
  const { ownLogin, remembered, isNew } = context;
  if (remembered.dispatched(request.nonce) !== undefined) return false;
  const branch = await defaultBranchOf(context);
  if (!isNew) {
    const [current] = await findGateRuns(context, { ownLogin, branch, requests: [request] });
    if (current !== undefined) return false;
  }
  const details = Details.safeParse(await start(context, branch, canonicalJson(request)));
  const run = details.success ? { runId: details.data.workflow_run_id, url: details.data.html_url } : null;
  remembered.noteDispatch(request.nonce, run);
  return run === null || { run: { nonce: request.nonce, ...run } };
}

const WORKFLOW = GATES_WORKFLOW_PATH.slice(GATES_WORKFLOW_PATH.lastIndexOf("/") + 1);

async function start(
  { gitHub, owner, repo, product = "github.com" }: PerformContext,
  ref: string,
  request: string,
): Promise<unknown> {
  const dispatch = "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches";
  // A server that cannot answer with the run refuses the whole request for naming the key; the run is then found by its nonce.
  const details = PRODUCTS[product].returnsRunDetails ? { return_run_details: true } : {};
  const asked = { owner, repo, workflow_id: WORKFLOW, ref, inputs: { request }, ...details };
  try {
    return (await gitHub.request(dispatch, asked)).data;
  } catch (error) {
    if (!isDispatchRefused(error)) throw error;
    const { data } = await gitHub.request("GET /repos/{owner}/{repo}", { owner, repo });
    throw dispatchRefused(error, `${Page.parse(data).html_url}/actions/workflows/${WORKFLOW}`);
  }
}
