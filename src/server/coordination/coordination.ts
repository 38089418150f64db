import type { JobEffect, JobResult, Jobs, RepositoryRef } from "../../engine/ports.js";
import type { Settled } from "../../engine/reconcile/reconcile.js";
import type { PressedButton } from "../webhooks/pressed-button.js";

/** What is done, whoever's turn it is. */
export type Services = {
  reconcile(repository: RepositoryRef, jobs: Jobs, given: readonly JobResult[]): Promise<Settled>;
  runJob(repository: RepositoryRef, effect: JobEffect, signal: AbortSignal): Promise<JobResult>;
  /** Who pressed it is looked up; what they wanted goes to the loop. */
  hear(button: PressedButton): Promise<JobResult>;
  /** Who pressed it could not be looked up: it goes to the loop as nobody's, which refuses it and tells them so. */
  unheard(button: PressedButton): JobResult;
  installed(): AsyncIterable<RepositoryRef>;
  /** Webhooks can be lost; this is how long a command may then wait. */
  readonly sweepMinutes: number;
  swept(outcome: "done" | "failed"): void;
  /** It failed too often to be tried again by itself, and why; or it works again. Said where its people look. */
  saySetAside(
    repository: RepositoryRef,
    aside: { readonly reason: string; readonly since: string } | null,
  ): Promise<void>;
  readonly log: Log;
};

type Log = Readonly<Record<"info" | "warn" | "error", (facts: object, message: string) => void>>;

/** How many repositories wait to be reconciled, and how many are set aside. */
type QueueFacts = { readonly waiting: number; readonly setAside: number };

/** How the work is shared out: inside one process, or between replicas. */
export type Coordination = {
  /** Settles when the hint cannot be lost any more than this kind of coordination loses it; rejects when it was not taken. */
  look(repositories: readonly RepositoryRef[]): Promise<void>;
  press(button: PressedButton): Promise<void>;
  /** Looks at every installed repository, now. */
  sweep(): Promise<void>;
  facts(): Promise<QueueFacts>;
  /** What keeps it from moving, in words for whoever runs the App. */
  problems(): Promise<readonly string[]>;
  /** Settles when nothing is being reconciled and nothing waits. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

/** Reconciles side by side in one process. */
export const CONCURRENCY = 4;

/** A repository as logs name it. */
export function named({ id, owner, name }: RepositoryRef) {
  return { repository: `${owner}/${name}`, repositoryId: id };
}

/** Sweeps, and counts how that ended. */
export async function countingSweep({ swept }: Pick<Services, "swept">, sweep: () => Promise<void>): Promise<void> {
  try {
    await sweep();
    swept("done");
  } catch (error) {
    swept("failed");
    throw error;
  }
}

/** Runs a job, and tells whoever runs the App when it had to be put off. */
export async function runStory(
  { runJob, log }: Pick<Services, "runJob" | "log">,
  { repository, effect, signal }: { repository: RepositoryRef; effect: JobEffect; signal: AbortSignal },
): Promise<JobResult> {
  const result = await runJob(repository, effect, signal);
  if (result.again !== undefined) log.warn({ ...result.again, ...named(repository) }, "a job is put off");
  return result;
}
