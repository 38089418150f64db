import type { Effect } from "./effect.js";
import type { EffectRow, JobRow, Permissions, Turn } from "./effect-row.js";

const JOB = { job: true, asksModel: false } as const satisfies JobRow;
const QUESTION = { job: true, asksModel: true } as const satisfies JobRow;

/** Changes a branch or a pull request, and we know it at once. */
const ACT = {
  job: false,
  turn: "after-words",
  changesObservation: "yes",
  together: false,
  saidWhenStuck: false,
  merges: false,
} as const;

/** Says something, or starts what GitHub makes later and tells of. */
const WORDS = { ...ACT, changesObservation: "no" } as const;

/** Words that can wait until a reconcile has got as far as it can. */
const PATIENT = { ...WORDS, turn: "may-wait", together: true } as const;

/** Comments, labels and assignees are the same for issues and pull requests, their permissions are not. */
const CONVERSATION = { issues: "write", pull_requests: "write" } as const satisfies Permissions;
const BRANCH = { contents: "write" } as const satisfies Permissions;
const BRANCH_AND_PULL = { contents: "write", pull_requests: "write" } as const satisfies Permissions;

/** Everything that is known of a kind of effect as a kind. A new kind does not compile until it has a row. */
export const EFFECTS = {
  "propose-files": {
    ...ACT,
    permissions: ({ writesWorkflows }) => ({
      ...BRANCH_AND_PULL,
      ...(writesWorkflows ? { workflows: "write" } : {}),
    }),
  },
  "commit-files": { ...ACT, permissions: BRANCH },
  "restore-tree": { ...ACT, permissions: BRANCH },
  "put-back-files": { ...ACT, permissions: BRANCH },
  "merge-pull-request": { ...ACT, merges: true, permissions: BRANCH_AND_PULL },
  "close-pull-request": { ...ACT, permissions: { pull_requests: "write" } },
  "publish-release": { ...ACT, permissions: BRANCH },
  "update-branch": { ...WORDS, permissions: BRANCH_AND_PULL },
  "dispatch-gates": { ...WORDS, turn: "at-once", permissions: { actions: "write" } },
  "create-labels": { ...WORDS, permissions: { issues: "write" } },
  examine: { ...WORDS, permissions: null },
  say: { ...WORDS, saidWhenStuck: true, permissions: CONVERSATION },
  reply: { ...WORDS, saidWhenStuck: true, permissions: CONVERSATION },
  react: { ...WORDS, saidWhenStuck: true, permissions: CONVERSATION },
  "remove-comment": { ...WORDS, permissions: CONVERSATION },
  "keep-comment": { ...PATIENT, turn: "at-the-end", saidWhenStuck: true, permissions: CONVERSATION },
  "keep-marks": { ...PATIENT, permissions: CONVERSATION },
  "post-review": { ...PATIENT, permissions: { pull_requests: "write" } },
  "keep-check-run": { ...PATIENT, changesObservation: "where-a-merge-waits", permissions: { checks: "write" } },
  "draft-spec": QUESTION,
  "ask-role": QUESTION,
  "debate-contract": QUESTION,
  "ship-module": JOB,
  "read-fix": JOB,
  "judge-packages": JOB,
  "find-consumers": JOB,
  "prepare-release": JOB,
  "tag-release": JOB,
  "prepare-deprecation": JOB,
  "prepare-undo": JOB,
  "judge-seals": JOB,
  "watch-seals": JOB,
} as const satisfies { readonly [Kind in Effect["kind"]]: EffectRow<Kind> };

type Table = typeof EFFECTS;

/** The effects whose row says this. */
type EffectWith<Part> = Extract<
  Effect,
  { kind: { [Kind in keyof Table]: Table[Kind] extends Part ? Kind : never }[keyof Table] }
>;

export type JobEffect = EffectWith<{ job: true }>;
export type DirectEffect = EffectWith<{ job: false }>;
/** Effects that are a question to a model. */
export type ModelEffect = EffectWith<{ asksModel: true }>;
/** Effects that one token can perform. */
export type GitHubEffect = EffectWith<{ job: false; permissions: object }>;
/** Effects that can be fields of one mutation. */
export type TogetherEffect = EffectWith<{ together: true }>;
type MergeEffect = EffectWith<{ merges: true }>;

export function isJob(effect: Effect): effect is JobEffect {
  return EFFECTS[effect.kind].job;
}

export function asksModel(effect: Effect): effect is ModelEffect {
  const row: EffectRow<never> = EFFECTS[effect.kind];
  return row.job && row.asksModel;
}

export function isTogether(effect: Effect): effect is TogetherEffect {
  const row: EffectRow<never> = EFFECTS[effect.kind];
  return !row.job && row.together;
}

export function isMerge(effect: Effect): effect is MergeEffect {
  const row: EffectRow<never> = EFFECTS[effect.kind];
  return !row.job && row.merges;
}

export function isSaidWhenStuck({ kind }: Effect): boolean {
  const row: EffectRow<never> = EFFECTS[kind];
  return !row.job && row.saidWhenStuck;
}

export function turnOf({ kind }: DirectEffect): Turn {
  return EFFECTS[kind].turn;
}

export function permissionsFor(effect: GitHubEffect): Permissions {
  // A row takes its own kind of effect, which an index by kind does not say.
  const permissions = EFFECTS[effect.kind].permissions as Permissions | ((effect: GitHubEffect) => Permissions);
  return typeof permissions === "function" ? permissions(effect) : permissions;
}
