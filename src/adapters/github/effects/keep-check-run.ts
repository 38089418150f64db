import { z } from "zod";
import type { CheckAnnotation } from "../../../domain/factory/effect.js";
import {
  CHECK_SUMMARY_BYTES,
  CHECK_TEXT_LIMIT,
  CHECK_TITLE_LIMIT,
  checkDigest,
  digestIn,
  digestMarker,
} from "../../../render/check-digest.js";
import { cutBytes, cutLine, cutText } from "../../../render/cut.js";
import { type EffectOf, type Hands, ownSlug } from "../github.js";

type CheckRun = EffectOf<"keep-check-run">;

/** GitHub's limits (GITHUB, limits). */
const ANNOTATIONS_PER_REQUEST = 50;
const MESSAGE_BYTES = 64 * 1024 - 1;
const MAX_ACTIONS = 3;
const ACTION_LIMITS = { label: 20, description: 40, identifier: 20 } as const;

/**
 * A check run of ours by its `external_id`, kept current. The digest of what it says is written last, so that one which a
 * crash left half written is not taken for current. Annotations can only be added, and a completed run does not go
 * back: in both cases a new run of the same name takes its place, as GitHub shows the newest.
 */
export async function keepCheckRun(hands: Hands, effect: CheckRun): Promise<boolean> {
  refuseActions(effect);
  const standing = await findOwn(hands, effect);
  const digest = checkDigest(effect);
  if (standing !== undefined && digestIn(standing.output.summary ?? "") === digest) return false;
  const isReusable =
    standing !== undefined &&
    standing.output.annotations_count === 0 &&
    (standing.status !== "completed" || effect.status.kind === "completed");
  await write(hands, effect, isReusable ? standing.id : null);
  return true;
}

const Runs = z.object({
  check_runs: z.array(
    z.object({
      id: z.number(),
      external_id: z.string().nullable(),
      status: z.string(),
      app: z.object({ slug: z.string().optional() }).nullable(),
      output: z.object({ summary: z.string().nullable(), annotations_count: z.number() }),
    }),
  ),
});

/** Only our own count: any App and any workflow may make a check run of any name. The newest is what GitHub shows. */
async function findOwn({ gitHub, owner, repo, ownLogin }: Hands, { key, name, head }: CheckRun) {
  const list = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
  const asked = { owner, repo, ref: head, check_name: name, filter: "all", per_page: 100 } as const;
  const { check_runs: runs } = Runs.parse((await gitHub.request(list, asked)).data);
  return runs
    .filter(({ app, external_id }) => app?.slug === ownSlug(ownLogin) && external_id === key)
    .reduce<(typeof runs)[number] | undefined>((a, b) => (a === undefined || b.id > a.id ? b : a), undefined);
}

async function write({ gitHub, owner, repo }: Hands, effect: CheckRun, standing: number | null): Promise<void> {
  const batches = inBatches(effect.annotations);
  let id = standing;
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
    if (id !== null) {
      await gitHub.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", { ...body, check_run_id: id });
      continue;
    }
    const created = await gitHub.request("POST /repos/{owner}/{repo}/check-runs", { ...body, head_sha: effect.head });
    id = z.object({ id: z.number() }).parse(created.data).id;
  }
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
    ...(effect.text === "" ? {} : { text: cutText(effect.text, CHECK_TEXT_LIMIT) }),
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

/** Buttons are our own words: one that GitHub would refuse is a mistake in the program, not in the world. */
function refuseActions({ actions }: CheckRun): void {
  if (actions.length > MAX_ACTIONS) throw new RangeError(`a check run has at most ${MAX_ACTIONS} actions`);
  for (const action of actions) {
    for (const field of ["label", "description", "identifier"] as const) {
      if (action[field].length > ACTION_LIMITS[field])
        throw new RangeError(`the ${field} of a check run's action has at most ${ACTION_LIMITS[field]} characters`);
    }
  }
}
