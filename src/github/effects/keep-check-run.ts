import { z } from "zod";
import type { CheckAnnotation } from "../../engine/effects/effect-parts.js";
import {
  CHECK_SUMMARY_BYTES,
  CHECK_TEXT_LIMIT,
  CHECK_TITLE_LIMIT,
  checkDigest,
  digestIn,
  digestMarker,
} from "../../render/check-digest.js";
import { cutBytes, cutLine, cutMarkdown } from "../../render/cut.js";
import { type EffectOf, type Memory, type Mutation, ownSlug, type PerformContext } from "../client/github.js";

type CheckRun = EffectOf<"keep-check-run">;

/** GitHub's limits (decisions.md#github-limits). */
const ANNOTATIONS_PER_REQUEST = 50;
const MESSAGE_BYTES = 64 * 1024 - 1;
const MAX_ACTIONS = 3;
const RUNS_A_PAGE = 100;
const ACTION_LIMITS = { label: 20, description: 40, identifier: 20 } as const;

/**
 * Keeps one of our check runs up to date, found by its `external_id`. The digest of its content is written last, so
 * that a half-written one is not taken for current after a crash. Annotations can only be added, and a completed run
 * cannot go back: in both cases a new run of the same name replaces it, because GitHub shows the newest.
 */
export async function keepCheckRun(context: PerformContext, effect: CheckRun): Promise<boolean> {
  refuseActions(effect);
  const { owner, repo, remembered, isNew } = context;
  const at = { owner, repo, head: effect.head, key: effect.key };
  const digest = checkDigest(effect);
  const isCompleted = effect.status.kind === "completed";
  const known = remembered.checkRun(at);
  // One that has this content and is pending all the same is not what it was taken for.
  const written = known === undefined || known.digest === digest ? undefined : withId(known);
  const current = written ?? (isNew && known === undefined ? undefined : await findOwn(context, effect));
  if (current?.digest === digest) {
    // Another replica wrote it: what this process knows of the head is obsolete.
    remembered.noteCheckRun(at, { ...current, digest });
    return false;
  }
  const run = await write(context, effect, isReusable(current, effect) ? current : null);
  remembered.noteCheckRun(at, { ...run, digest, isCompleted, isAnnotated: effect.annotations.length > 0 });
  return true;
}

/** The same as one field of a mutation; undefined if the run must be searched first, or needs more than one request. */
export function checkRunMutation(context: Memory, effect: CheckRun): Mutation | undefined {
  refuseActions(effect);
  const { owner, repo, remembered, isNew } = context;
  const at = { owner, repo, head: effect.head, key: effect.key };
  const digest = checkDigest(effect);
  const known = remembered.checkRun(at);
  const repositoryId = remembered.nodeId({ owner, repo });
  const isKnown = known === undefined ? isNew : known.digest !== digest;
  if (!isKnown || repositoryId === undefined || effect.annotations.length > ANNOTATIONS_PER_REQUEST) return undefined;
  const isCompleted = effect.status.kind === "completed";
  const input = { repositoryId, ...graphqlOf(effect) };
  const done = (answer: unknown) => {
    const { id: nodeId, databaseId: id } = Written.parse(answer).checkRun;
    const isAnnotated = effect.annotations.length > 0;
    remembered.noteCheckRun(at, { id, nodeId, digest, isCompleted, isAnnotated });
  };
  const asked = { answers: "checkRun { id databaseId }", done };
  return known !== undefined && isReusable(known, effect)
    ? { field: "updateCheckRun", type: "UpdateCheckRunInput", input: { ...input, checkRunId: known.nodeId }, ...asked }
    : { field: "createCheckRun", type: "CreateCheckRunInput", input: { ...input, headSha: effect.head }, ...asked };
}

/** REST changes a run by its number only. */
function withId<Run extends { readonly id: number | null }>(run: Run): (Run & { readonly id: number }) | undefined {
  return run.id === null ? undefined : { ...run, id: run.id };
}

const Written = z.object({ checkRun: z.object({ id: z.string(), databaseId: z.number().nullable() }) });

function graphqlOf(effect: CheckRun) {
  const { status, ...concluded } = statusOf(effect);
  const { annotations, ...output } = outputOf(effect, effect.annotations, true);
  return {
    name: effect.name,
    externalId: effect.key,
    status: status.toUpperCase(),
    ...("conclusion" in concluded ? { conclusion: concluded.conclusion.toUpperCase() } : {}),
    output: {
      ...output,
      annotations: annotations.map(({ path, start_line, end_line, annotation_level, title, message }) => ({
        path,
        location: { startLine: start_line, endLine: end_line },
        annotationLevel: annotation_level.toUpperCase(),
        title,
        message,
      })),
    },
    actions: effect.actions.map(({ label, description, identifier }) => ({ label, description, identifier })),
  };
}

function isReusable<Run extends { readonly isAnnotated: boolean; readonly isCompleted: boolean }>(
  current: Run | undefined,
  { status }: CheckRun,
): current is Run {
  return current !== undefined && !current.isAnnotated && (!current.isCompleted || status.kind === "completed");
}

const Runs = z.object({
  check_runs: z.array(
    z.object({
      id: z.number(),
      node_id: z.string(),
      external_id: z.string().nullable(),
      status: z.string(),
      app: z.object({ slug: z.string().optional() }).nullable(),
      output: z.object({ summary: z.string().nullable(), annotations_count: z.number() }),
    }),
  ),
});

/**
 * Only our own count: any App and any workflow may make a check run of any name. GitHub shows the newest. The search is
 * not by name: one that showed the gates running may become that of a single gate.
 */
async function findOwn(context: PerformContext, { key, head }: CheckRun) {
  const runs = await runsOn(context, head);
  const newest = runs
    .filter(({ app, external_id }) => app?.slug === ownSlug(context.ownLogin) && external_id === key)
    .reduce<(typeof runs)[number] | undefined>((a, b) => (a === undefined || b.id > a.id ? b : a), undefined);
  if (newest === undefined) return undefined;
  const { id, node_id: nodeId, status, output } = newest;
  const isAnnotated = output.annotations_count > 0;
  return { id, nodeId, digest: digestIn(output.summary ?? ""), isCompleted: status === "completed", isAnnotated };
}

async function runsOn({ gitHub, owner, repo }: PerformContext, ref: string) {
  const list = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
  const runs: z.infer<typeof Runs>["check_runs"] = [];
  for (let page = 1; ; page += 1) {
    const asked = { owner, repo, ref, filter: "all", per_page: RUNS_A_PAGE, page } as const;
    const { check_runs } = Runs.parse((await gitHub.request(list, asked)).data);
    runs.push(...check_runs);
    if (check_runs.length < RUNS_A_PAGE) return runs;
  }
}

type Run = { readonly id: number; readonly nodeId: string };

async function write({ gitHub, owner, repo }: PerformContext, effect: CheckRun, current: Run | null): Promise<Run> {
  const batches = inBatches(effect.annotations);
  let run = current;
  for (const [index, annotations] of batches.entries()) {
    const isLast = index === batches.length - 1;
    const body = {
      owner,
      repo,
      name: effect.name,
      external_id: effect.key,
      ...(isLast ? statusOf(effect) : { status: "in_progress" as const }),
      output: outputOf(effect, annotations, isLast),
      actions: effect.actions.map(({ label, description, identifier }) => ({ label, description, identifier })),
    };
    if (run !== null) {
      await gitHub.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", { ...body, check_run_id: run.id });
      continue;
    }
    const created = await gitHub.request("POST /repos/{owner}/{repo}/check-runs", { ...body, head_sha: effect.head });
    const { id, node_id: nodeId } = z.object({ id: z.number(), node_id: z.string() }).parse(created.data);
    run = { id, nodeId };
  }
  if (run === null) throw new TypeError("there is always one batch");
  return { id: run.id, nodeId: run.nodeId };
}

function inBatches(annotations: readonly CheckAnnotation[]): (readonly CheckAnnotation[])[] {
  const count = Math.max(1, Math.ceil(annotations.length / ANNOTATIONS_PER_REQUEST));
  return Array.from({ length: count }, (_, index) =>
    annotations.slice(index * ANNOTATIONS_PER_REQUEST, (index + 1) * ANNOTATIONS_PER_REQUEST),
  );
}

function statusOf({ status }: CheckRun) {
  return status.kind === "completed"
    ? { status: "completed" as const, conclusion: status.conclusion }
    : { status: status.kind };
}

function outputOf(effect: CheckRun, annotations: readonly CheckAnnotation[], isLast: boolean) {
  const summary = cutBytes(effect.summary, CHECK_SUMMARY_BYTES);
  return {
    title: cutLine(effect.title, CHECK_TITLE_LIMIT),
    summary: isLast ? summary + digestMarker(checkDigest(effect)) : summary,
    ...(effect.text === "" ? {} : { text: cutMarkdown(effect.text, CHECK_TEXT_LIMIT) }),
    annotations: annotations.map(({ path, line, level, title, message }) => ({
      path,
      start_line: line,
      end_line: line,
      annotation_level: level,
      title: cutLine(title, CHECK_TITLE_LIMIT),
      message: cutBytes(message, MESSAGE_BYTES),
    })),
  };
}

/** Buttons are ours: one that GitHub would refuse is a bug. */
function refuseActions({ actions }: CheckRun): void {
  if (actions.length > MAX_ACTIONS) throw new RangeError(`a check run has at most ${MAX_ACTIONS} actions`);
  for (const action of actions) {
    for (const field of ["label", "description", "identifier"] as const) {
      if (action[field].length > ACTION_LIMITS[field])
        throw new RangeError(`the ${field} of a check run's action has at most ${ACTION_LIMITS[field]} characters`);
    }
  }
}
