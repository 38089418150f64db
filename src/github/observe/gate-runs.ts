import { z } from "zod";
import { hasStatus } from "../../domain/errors.js";
import { type GateNonce, type GateRequest, nonceInTitle } from "../../domain/gates/gate-request.js";
import type { ObservationQuery } from "../../engine/ports.js";
import { GATES_WORKFLOW_PATH } from "../../features/spec/draft-paths.js";
import type { Place } from "../client/github.js";

const Run = z.object({
  id: z.number(),
  html_url: z.string(),
  display_title: z.string(),
  path: z.string(),
  event: z.string(),
  head_branch: z.string().nullable(),
  status: z.string().nullable(),
  conclusion: z.string().nullable(),
  run_attempt: z.number().optional(),
  run_started_at: z.string().optional(),
  updated_at: z.string().optional(),
  actor: z.object({ login: z.string() }).nullish(),
});
export type GateRun = z.infer<typeof Run>;

const Runs = z.object({ workflow_runs: z.array(Run) });

/** Where our own runs can be, and which are searched for. */
export type GateRunSearch = {
  readonly ownLogin: string;
  readonly branch: string;
  readonly requests: readonly GateRequest[];
  /** The ids that the state knows. */
  readonly started: ObservationQuery["startedRuns"];
};

/** Beyond this many newer runs, a run is found only by its id; without it the run is lost and requested again. */
const MAX_PAGES = 3;

/**
 * Runs by the nonce in their title. A run of the same title by another account, of another file, event or branch is not
 * ours. Of two with one nonce, made by two replicas, the older counts.
 */
export async function findGateRuns(
  { gitHub, owner, repo }: Place,
  { ownLogin, branch, requests }: Omit<GateRunSearch, "started">,
): Promise<{ readonly request: GateRequest; readonly run: GateRun }[]> {
  const found = new Map<GateNonce, GateRun>();
  const nonces = new Set(requests.map(({ nonce }) => nonce));
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const runs = await listedRuns({ gitHub, owner, repo }, page);
    for (const run of runs) {
      const nonce = nonceInTitle(run.display_title);
      if (nonce !== undefined && nonces.has(nonce) && isOurs(run, ownLogin, branch)) found.set(nonce, run);
    }
    if (runs.length < 100 || found.size === nonces.size) break;
  }
  return requests.flatMap((request) => {
    const run = found.get(request.nonce);
    return run === undefined ? [] : [{ request, run }];
  });
}

const WORKFLOW = GATES_WORKFLOW_PATH.slice(GATES_WORKFLOW_PATH.lastIndexOf("/") + 1);

/**
 * The workflow's runs, the newest first. GitHub answers a filtered listing from a search index that can be weeks behind, so
 * nothing is filtered. Without the workflow there are none.
 */
async function listedRuns({ gitHub, owner, repo }: Place, page: number): Promise<GateRun[]> {
  const list = "GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs";
  try {
    const asked = { owner, repo, workflow_id: WORKFLOW, per_page: 100, page };
    return Runs.parse((await gitHub.request(list, asked)).data).workflow_runs;
  } catch (error) {
    if (hasStatus(error, 404)) return [];
    throw error;
  }
}

/** A run by its id. A deleted one is absent. */
export async function findGateRun(
  { gitHub, owner, repo }: Place,
  { ownLogin, branch }: Pick<GateRunSearch, "ownLogin" | "branch">,
  { request, runId }: { readonly request: GateRequest; readonly runId: number },
): Promise<GateRun | undefined> {
  try {
    const { data } = await gitHub.request("GET /repos/{owner}/{repo}/actions/runs/{run_id}", {
      owner,
      repo,
      run_id: runId,
    });
    const run = Run.parse(data);
    return nonceInTitle(run.display_title) === request.nonce && isOurs(run, ownLogin, branch) ? run : undefined;
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}

/**
 * The one workflow, on the default branch, which only merged pull requests change. GitHub was queried for exactly
 * these; the answer is checked all the same.
 */
function isOurs({ path, event, head_branch, actor }: GateRun, ownLogin: string, branch: string): boolean {
  // On a run of a ref, GitHub writes the path as `file@ref`.
  const [file] = path.split("@");
  return (
    file === GATES_WORKFLOW_PATH && event === "workflow_dispatch" && head_branch === branch && actor?.login === ownLogin
  );
}
