import { z } from "zod";
import { PermissionNotGranted } from "../../domain/errors.js";
import type { Permissions } from "../../engine/effects/effect-row.js";
import type { Remembered } from "../cache/remembered.js";

/**
 * How a repository's merge queue is asked about: with the permission for merge queues; without it, where nobody granted it; or
 * not at all, where GitHub forbids the fields then. A forbidden field hides its whole pull request.
 */
export type QueueAccess = "permitted" | "free" | "hidden";

/** What GitHub can forbid. */
const QUEUE_FIELDS = ["isInMergeQueue", "isMergeQueueEnabled"];

export const queueFields = (access: QueueAccess): string => (access === "hidden" ? "" : QUEUE_FIELDS.join(" "));

/** Without the fields there is no queue to see: GitHub refuses a merge that a queue must make, and says so. */
export const QueueFacts = {
  isInMergeQueue: z.boolean().default(false),
  isMergeQueueEnabled: z.boolean().default(false),
};

export function queuePermission(access: QueueAccess): Permissions {
  return access === "permitted" ? { merge_queues: "read" } : {};
}

type Place = { readonly owner: string; readonly repo: string; readonly remembered: Remembered };

/** Asks again without the permission where nobody granted it, and without the fields where GitHub forbids them. */
export async function seeingQueue<T>(place: Place, ask: (access: QueueAccess) => Promise<T>): Promise<T> {
  const { owner, repo, remembered } = place;
  const access = remembered.queueAccess(owner, repo);
  try {
    return await ask(access);
  } catch (error) {
    const next = nextAccess(access, error);
    if (next === undefined) throw error;
    remembered.noteQueueAccess(owner, repo, next);
    return seeingQueue(place, ask);
  }
}

function nextAccess(access: QueueAccess, error: unknown): QueueAccess | undefined {
  if (access === "hidden") return undefined;
  if (isForbidden(error)) return "hidden";
  return access === "permitted" && error instanceof PermissionNotGranted ? "free" : undefined;
}

const Forbidden = z.object({
  errors: z.array(z.object({ type: z.literal("FORBIDDEN"), path: z.array(z.union([z.string(), z.number()])) })).min(1),
});

function isForbidden(error: unknown): boolean {
  const failure = Forbidden.safeParse(error);
  return failure.success && failure.data.errors.every(({ path }) => QUEUE_FIELDS.includes(String(path.at(-1))));
}
