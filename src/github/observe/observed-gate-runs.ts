import { z } from "zod";
import { hasStatus } from "../../domain/errors.js";
import type { GateReport } from "../../domain/gates/gate-report.js";
import { type GateRequest, gateRunTitle } from "../../domain/gates/gate-request.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { ObservedGateRun } from "../../engine/observation.js";
import type { Remembered } from "../cache/remembered.js";
import type { Place } from "../client/github.js";
import { askedAgain } from "./asked-again.js";
import { checkReport } from "./check-report.js";
import { findGateRun, findGateRuns, type GateRun, type GateRunSearch } from "./gate-runs.js";
import { MAX_ARCHIVE_BYTES, readReportArchive } from "./read-report-archive.js";

/**
 * The awaited runs that exist. One that this process has just dispatched counts as existing, although GitHub does not
 * show it yet; later only if GitHub shows it, or a lost run would be awaited for ever.
 */
export async function observedGateRuns(
  place: Place,
  search: GateRunSearch,
  remembered: Remembered,
): Promise<ObservedGateRun[]> {
  const runs = await shownRuns(place, search, remembered);
  const found = new Map(runs.map(({ request, run }) => [request.nonce, run]));
  const unread = runs.filter(({ request, run }) => isUnread({ ...place, remembered }, request, run));
  const newest = unread.length > 1 ? await newestArtifacts(place) : undefined;
  const observed: ObservedGateRun[] = [];
  for (const request of search.requests) {
    const run = found.get(request.nonce);
    const dispatched = remembered.isJustDispatched(request.nonce) ? remembered.dispatched(request.nonce) : null;
    if (run !== undefined) observed.push(await observedRun({ ...place, remembered, newest }, request, run));
    else if (dispatched != null) observed.push({ nonce: request.nonce, ...dispatched, state: "queued" });
  }
  return observed;
}

type ShownRun = { readonly request: GateRequest; readonly run: GateRun };

/** Of up to this many runs each is asked for by its id. Of more, one listing shows most, and those that it lacks are asked for. */
const ASKED_BY_ID = 2;

/**
 * By their ids first, which the state keeps: GitHub's listings can be behind. What has no id, or is not there by it, is looked for
 * in an unfiltered listing.
 */
async function shownRuns(place: Place, search: GateRunSearch, remembered: Remembered): Promise<ShownRun[]> {
  const { requests, started } = search;
  const idOf = ({ nonce }: GateRequest) =>
    remembered.dispatched(nonce)?.runId ?? started.find((run) => run.nonce === nonce)?.run_id;
  const isFew = requests.length <= ASKED_BY_ID;
  const first = isFew ? await runsById(place, search, withIds(requests, idOf)) : [];
  // What GitHub has started a moment ago is not shown yet, by whatever it is asked for.
  const isTooNew = (request: GateRequest) =>
    isFew && idOf(request) !== undefined && remembered.isJustDispatched(request.nonce);
  const missing = requests.filter((request) => !isShown(first, request) && !isTooNew(request));
  const listed = missing.length === 0 ? [] : await findGateRuns(place, { ...search, requests: missing });
  for (const { request, run } of listed) remembered.noteRun(request.nonce, { runId: run.id, url: run.html_url });
  const unlisted = isFew ? [] : missing.filter((request) => !isShown(listed, request));
  return [...first, ...listed, ...(await runsById(place, search, withIds(unlisted, idOf)))];
}

function isShown(runs: readonly ShownRun[], { nonce }: GateRequest): boolean {
  return runs.some(({ request }) => request.nonce === nonce);
}

type Numbered = { readonly request: GateRequest; readonly runId: number };

function withIds(requests: readonly GateRequest[], idOf: (request: GateRequest) => number | undefined): Numbered[] {
  return requests.flatMap((request) => {
    const runId = idOf(request);
    return runId === undefined ? [] : [{ request, runId }];
  });
}

async function runsById(place: Place, search: GateRunSearch, numbered: readonly Numbered[]): Promise<ShownRun[]> {
  const shown: ShownRun[] = [];
  for (const { request, runId } of numbered) {
    const run = await findGateRun(place, search, { request, runId });
    if (run !== undefined) shown.push({ request, run });
  }
  return shown;
}

type Remembering = Place & { readonly remembered: Remembered };
type Reading = Remembering & { readonly newest: NewestArtifacts | undefined };

/** A run that succeeded, and whose report this process has not read. */
function isUnread({ owner, repo, remembered }: Remembering, request: GateRequest, run: GateRun): boolean {
  const isReported = run.status === "completed" && run.conclusion === "success";
  return isReported && remembered.report(attemptOf({ owner, repo }, request, run)) === undefined;
}

function attemptOf({ owner, repo }: Pick<Place, "owner" | "repo">, { nonce }: GateRequest, run: GateRun) {
  return { owner, repo, nonce, run: `${run.id}.${run.run_attempt ?? 1}` };
}

async function observedRun(place: Reading, request: GateRequest, run: GateRun): Promise<ObservedGateRun> {
  const seen = { nonce: request.nonce, runId: run.id, url: run.html_url };
  if (run.status !== "completed") return { ...seen, state: run.status === "in_progress" ? "running" : "queued" };
  // A failed gate is a report of a run that succeeded; a run that did not succeed is itself broken
  // (decisions.md#gate-runs-start-on-the-default-branch).
  if (run.conclusion !== "success") {
    const why = `the run "${gateRunTitle(request)}" ended as ${run.conclusion ?? "unknown"}, which is no verdict about the code`;
    return { ...seen, state: "unusable", why };
  }
  const { remembered } = place;
  const attempt = attemptOf(place, request, run);
  const known = remembered.report(attempt);
  const report = known === undefined ? await reportOf(place, request, run) : accept(known);
  if (report.ok) remembered.noteReport(attempt, report.value);
  return report.ok
    ? { ...seen, state: "reported", report: report.value }
    : { ...seen, state: "unusable", why: report.refusal.message };
}

const Artifact = z.object({
  id: z.number(),
  name: z.string(),
  size_in_bytes: z.number(),
  expired: z.boolean(),
  created_at: z.string().nullable(),
  workflow_run: z.object({ id: z.number().optional() }).nullish(),
});
type Artifact = z.infer<typeof Artifact>;
const Artifacts = z.object({ artifacts: z.array(Artifact) });
const PAGE = 100;

/** The newest artifacts of the whole repository, by one request for several runs, and whether these are all. */
type NewestArtifacts = { readonly artifacts: readonly Artifact[]; readonly areAll: boolean };

async function newestArtifacts({ gitHub, owner, repo }: Place): Promise<NewestArtifacts> {
  const list = "GET /repos/{owner}/{repo}/actions/artifacts";
  const { artifacts } = Artifacts.parse((await gitHub.request(list, { owner, repo, per_page: PAGE })).data);
  return { artifacts, areAll: artifacts.length < PAGE };
}

/** A run's own artifacts, queried separately if the newest ones do not reach back to its start. */
async function artifactsOf({ gitHub, owner, repo, newest }: Reading, run: GateRun, name: string): Promise<Artifact[]> {
  const oldest = newest?.artifacts.at(-1)?.created_at ?? null;
  const reaches = newest?.areAll === true || (oldest !== null && oldest < (run.run_started_at ?? ""));
  const ours = newest?.artifacts.filter(({ workflow_run }) => workflow_run?.id === run.id) ?? [];
  if (reaches && ours.length > 0) return ours;
  const list = "GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts";
  const asked = { owner, repo, run_id: run.id, name, per_page: PAGE };
  return Artifacts.parse((await gitHub.request(list, asked)).data).artifacts;
}

/** Untrusted from here on: code in the job may have written the archive (decisions.md#github-actions). */
async function reportOf(place: Reading, request: GateRequest, run: GateRun): Promise<Outcome<GateReport>> {
  const name = `factory-report-${request.nonce}`;
  const [artifact, another] = await askedAgain(run, async (isFirst) => {
    const listed = await artifactsOf(isFirst ? place : { ...place, newest: undefined }, run, name);
    return listed.filter(
      (candidate) => candidate.name === name && (candidate.created_at ?? "") >= (run.run_started_at ?? ""),
    );
  });
  if (artifact === undefined) {
    return refuse("report-missing", `attempt ${run.run_attempt ?? 1} of the run left no artifact named ${name}`);
  }
  if (another !== undefined) return refuse("report-ambiguous", `the run left several artifacts named ${name}`);
  if (artifact.expired) return refuse("report-expired", `the artifact ${name} has expired`);
  if (artifact.size_in_bytes > MAX_ARCHIVE_BYTES) {
    return refuse(
      "report-too-large",
      `the artifact ${name} has ${artifact.size_in_bytes} bytes; at most ${MAX_ARCHIVE_BYTES} are read`,
    );
  }
  const zip = await download(place, artifact.id);
  if (zip === null) return refuse("report-gone", `the artifact ${name} was deleted or has expired`);
  const content = readReportArchive(zip);
  return content.ok ? checkReport(content.value, request) : content;
}

async function download({ gitHub, owner, repo }: Place, artifact_id: number): Promise<Uint8Array | null> {
  try {
    const { data } = await gitHub.request(
      "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}",
      { owner, repo, artifact_id, archive_format: "zip" },
    );
    return new Uint8Array(z.instanceof(ArrayBuffer).parse(data));
  } catch (error) {
    if (hasStatus(error, 404, 410)) return null;
    throw error;
  }
}
