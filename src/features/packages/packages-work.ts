import { z } from "zod";
import { RepoPath } from "../../domain/contract/repo-path.js";
import { GateNonce, type GateRequest } from "../../domain/gates/gate-request.js";
import { Instant, Sha, type TaskId } from "../../domain/ids.js";
import { DeclaredDependencies } from "../../domain/plan/declared-dependency.js";

/** The number of a question, as in `module-work`, which cannot be imported here. */
const Question = z.int().positive();

/** A run that makes the lock file for declared packages. It judges nothing, so one part is enough. */
export const ResolveAwaited = z.strictObject({
  nonce: GateNonce,
  head_sha: Sha,
  state_sha: Sha,
  requested_at: Instant,
});
export type ResolveAwaited = z.infer<typeof ResolveAwaited>;

/** A file that the App committed, by its content. */
export const CommittedFile = z.strictObject({ path: RepoPath, blob: Sha });
export type CommittedFile = z.infer<typeof CommittedFile>;

/** The declared packages of the plan, and the consent to them. */
export const PackagesWork = z.strictObject({
  declared: DeclaredDependencies,
  /** Names that a person consented to, in addition to the configured ones. */
  agreed: z.array(z.string()),
  /** Whether a person consented to packages with install scripts. */
  scripts_agreed: z.boolean(),
  /** The newest run, whose report is on record. */
  run: ResolveAwaited.nullable(),
  /** Manifest and lock file as they were committed for this plan; null before. */
  committed: z.array(CommittedFile).min(1).nullable(),
  /** The branch has merged its base since, which may have changed them: gate 3 has judged their content. */
  joined: z.literal(true).exactOptional(),
});
export type PackagesWork = z.infer<typeof PackagesWork>;

/** The step of resolving. Every transition is a state commit. */
export const ResolveStep = z.discriminatedUnion("step", [
  z.strictObject({ step: z.literal("due") }),
  z.strictObject({ step: z.literal("running"), run: ResolveAwaited }),
  /** Its report is on record and is compared with the branch. */
  z.strictObject({ step: z.literal("judging"), run: ResolveAwaited, question: Question }),
  z.strictObject({
    step: z.literal("committing"),
    run: ResolveAwaited,
    question: Question,
    files: z.array(CommittedFile).min(1),
  }),
]);
export type ResolveStep = z.infer<typeof ResolveStep>;

const event = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), ...payload });

/** The events of declared packages, in the order of success. */
export const PACKAGE_EVENTS = [
  event("resolve-requested", { run: ResolveAwaited }),
  event("resolve-lost", { why: z.string().min(1) }),
  event("resolve-reported", { nonce: GateNonce }),
  /** By rule, or by a person who was shown the objections. */
  event("packages-admitted", { question: Question, files: z.array(CommittedFile).min(1) }),
  event("packages-committed", { question: Question, head: Sha }),
  /** A person pushed manifest and lock file. */
  event("packages-given", { question: Question, files: z.array(CommittedFile).min(1) }),
] as const;

export function resolveRequest({ nonce, head_sha, state_sha }: ResolveAwaited, task: TaskId): GateRequest {
  return {
    schema_version: 1,
    nonce,
    part: "execute",
    run_type: "RESOLVE",
    task,
    module: null,
    base_sha: head_sha,
    head_sha,
    state_sha,
  };
}
