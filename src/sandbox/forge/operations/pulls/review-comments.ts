/** Inline comments: on a line of the diff, on a file, or in reply. */

import { accept, type Outcome, refuse } from "../../../../domain/refusal.js";
import type { Acting } from "../../context.js";
import { hunkUpTo, lineAtPosition, positionOfLine } from "../../git/diff-lines.js";
import type { GitRepository } from "../../git/git-repository.js";
import { requireBody } from "../../http/bodies.js";
import { notFound } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import { thePull } from "../../lookup.js";
import type { DiffAnchor, PullRecord, ReviewCommentRecord, Side } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { reviewCommentJson } from "../../resources/review.js";
import { publish } from "../../webhooks/events.js";
import { pullPayload } from "../announce/announce-pull.js";
import { pullFiles } from "./pull-facts.js";

/** The requested place of a comment: line and side, the older `position`, or the file. */
export type RequestedPlace = {
  readonly path: string;
  readonly line?: number | undefined;
  readonly side?: Side | undefined;
  readonly startLine?: number | undefined;
  readonly startSide?: Side | undefined;
  readonly position?: number | undefined;
  readonly subject?: "line" | "file" | undefined;
};

export type Placed = { readonly path: string; readonly anchor: DiffAnchor; readonly diffHunk: string };

/** The refusal names the wrong field. */
const outside = (field: "path" | "line" | "start_line" | "position") =>
  refuse(field, `pull_request_review_thread.${field} must be part of the diff`);

/** Refuses a file or line that the pull request does not change. */
export async function placeComment(
  git: GitRepository,
  pull: PullRecord,
  requested: RequestedPlace,
): Promise<Outcome<Placed>> {
  const file = (await pullFiles(git, pull)).find(({ filename }) => filename === requested.path);
  if (file === undefined) return outside("path");
  const patch = file.patch ?? "";
  const { path, startLine = null } = requested;
  if (requested.subject === "file") return accept({ path, anchor: { subject: "file" }, diffHunk: patch });
  const end = endOf(patch, requested);
  if (end === undefined) return outside(requested.position === undefined ? "line" : "position");
  const position = positionOfLine(patch, end.line, end.side);
  if (position === undefined) return outside("line");
  const startSide = requested.startSide ?? end.side;
  if (startLine !== null) {
    const startsAt = positionOfLine(patch, startLine, startSide);
    if (startsAt === undefined) return outside("start_line");
    if (startsAt >= position) return refuse("start_line", "start_line must precede the end line.");
  }
  const anchor = {
    ...end,
    subject: "line",
    position,
    startLine,
    startSide: startLine === null ? null : startSide,
  } as const;
  return accept({ path, anchor, diffHunk: hunkUpTo(patch, position) });
}

function endOf(
  patch: string,
  { line, side = "RIGHT", position }: RequestedPlace,
): { line: number; side: Side } | undefined {
  if (line !== undefined) return { line, side };
  return position === undefined ? undefined : lineAtPosition(patch, position);
}

export function theReviewComment(repository: RepositoryRecord, id: string | number): ReviewCommentRecord {
  const comment = repository.reviewComments.get(Number(id));
  if (comment === undefined) throw notFound();
  return comment;
}

export type NewReviewComment = Placed & {
  readonly repository: RepositoryRecord;
  readonly pull: PullRecord;
  readonly reviewId: number;
  readonly commitId: string;
  readonly body: string;
  readonly inReplyToId?: number;
};

/** Creates the record only. Comments of a pending review are announced when it is submitted. */
export function addReviewComment(hub: Hub, acting: Acting, requested: NewReviewComment): ReviewCommentRecord {
  const { repository, pull } = requested;
  requireBody("PullRequestReviewComment", requested.body);
  const now = hub.now();
  const comment: ReviewCommentRecord = {
    id: hub.nextId(),
    pullNumber: pull.number,
    reviewId: requested.reviewId,
    userId: acting.user.id,
    body: requested.body,
    path: requested.path,
    commitId: requested.commitId,
    anchor: requested.anchor,
    diffHunk: requested.diffHunk,
    inReplyToId: requested.inReplyToId ?? null,
    createdAt: now,
    updatedAt: now,
    lastEditedAt: null,
    resolvedById: null,
    reactions: [],
  };
  repository.reviewComments.set(comment.id, comment);
  pull.reviewCommentIds.push(comment.id);
  return comment;
}

/** A comment is outdated when the diff no longer shows its lines. */
export async function outdatedIn(
  git: GitRepository,
  pull: PullRecord,
): Promise<(comment: ReviewCommentRecord) => boolean> {
  const files = new Map((await pullFiles(git, pull)).map((file) => [file.filename, file]));
  return ({ path, anchor, diffHunk }) => {
    const patch = files.get(path)?.patch ?? "";
    if (anchor.subject === "file") return !files.has(path);
    const position = positionOfLine(patch, anchor.line, anchor.side);
    return position === undefined || hunkUpTo(patch, position) !== diffHunk;
  };
}

/** Webhooks include the null fields that REST leaves out. */
const NO_PLACE = {
  position: null,
  line: null,
  start_line: null,
  original_line: null,
  original_start_line: null,
  side: "RIGHT",
  start_side: null,
} as const;

export type ReviewCommentEvent = {
  readonly repository: RepositoryRecord;
  readonly comment: ReviewCommentRecord;
  readonly action: "created" | "edited" | "deleted";
  readonly extra?: object;
};

export async function announceReviewComment(hub: Hub, acting: Acting, event: ReviewCommentEvent): Promise<void> {
  const { repository, comment, action, extra = {} } = event;
  const pull = thePull(repository, comment.pullNumber);
  const payload = async () => {
    const outdated = (await outdatedIn(hub.git(repository), pull))(comment);
    return {
      comment: { ...NO_PLACE, ...reviewCommentJson(hub, repository, { comment, outdated }) },
      pull_request: await pullPayload(hub, acting, { repository, pull }),
      ...extra,
    };
  };
  await publish(hub, acting, { name: "pull_request_review_comment", action, repository, payload });
}
