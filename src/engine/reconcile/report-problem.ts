import { type Refusal, Refused } from "../../domain/refusal.js";
import type { SetupKit } from "../../features/setup/setup-kit.js";
import type { Forge, RepositoryRef } from "../ports.js";
import { lastRequest } from "./last-request.js";
import { problemComment } from "./problem-comment.js";

type Notifier = { readonly forge: Forge; readonly setupKit: SetupKit | null };

/**
 * Posts a problem that only a person can solve, once, in the issue of the request in progress or else in the one that
 * was labelled last.
 */
export async function sayProblem(
  repository: RepositoryRef,
  notifier: Notifier,
  { problem, issue, inTask = false }: { problem: Refusal; issue: number | null; inTask?: boolean },
): Promise<void> {
  const place = issue ?? (await lastRequest(repository, notifier));
  if (place !== undefined) await notifier.forge.perform(repository, problemComment(place, problem, { inTask }));
}

/** A job that cannot read a person's file posts that before it fails. It is tried again when the file has changed. */
export async function sayingProblems<T>(
  repository: RepositoryRef,
  notifier: Notifier & { readonly inTask: boolean },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) {
      await sayProblem(repository, notifier, { problem: error.refusal, issue: null, inTask: notifier.inTask });
    }
    throw error;
  }
}
