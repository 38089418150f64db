import { z } from "zod";
import { hasStatus } from "../../domain/errors.js";
import { digestOf } from "../../domain/hash.js";
import { Sha } from "../../domain/ids.js";
import { outsideScope } from "../../features/modules/scope/branch-scope.js";
import { inlineCode } from "../../render/code.js";
import type { MergeFacts } from "../cache/remembered.js";
import type { EffectOf, PerformContext } from "../client/github.js";
import { type QueueAccess, QueueFacts, queueFields, queuePermission, seeingQueue } from "../client/queue-access.js";
import { unprocessableWords } from "../commits/stale-data.js";
import type { RulesetRules } from "../observe/branch-rules.js";
import { defaultBranchOf } from "../observe/default-branch.js";
import { rulesetRules } from "../observe/ruleset-rules.js";
import { listChanges } from "../store/changed-files.js";

type Merge = EffectOf<"merge-pull-request">;
type Method = NonNullable<Merge["methods"]>[number];

const PREFERRED: readonly Method[] = ["squash", "merge", "rebase"];
const mergeQuery = (access: QueueAccess) => `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    squashMergeAllowed mergeCommitAllowed rebaseMergeAllowed
    pullRequest(number: $number) { id state headRefOid changedFiles baseRefName ${queueFields(access)} }
  }
}`;
const MergeAnswer = z.object({
  repository: z.object({
    squashMergeAllowed: z.boolean(),
    mergeCommitAllowed: z.boolean(),
    rebaseMergeAllowed: z.boolean(),
    pullRequest: z.object({
      id: z.string(),
      state: z.string(),
      headRefOid: Sha,
      changedFiles: z.number(),
      baseRefName: z.string(),
      ...QueueFacts,
    }),
  }),
});

/**
 * Merges exactly the judged head, or adds it to the merge queue. A refusal of GitHub (405, 409) is no failure: the
 * reason is remembered for the next observation, which shows it as a wait.
 */
export async function mergePullRequest(context: PerformContext, merge: Merge): Promise<boolean> {
  if (isHeld(context, merge)) return false;
  const facts = await mergeFacts(context, merge);
  const { pullRequest } = facts;
  if (pullRequest.state !== "OPEN" || pullRequest.headRefOid !== merge.head) return false;
  if (pullRequest.isInMergeQueue) return false;
  // The base is part of what was judged. A change of it after the last observation is seen by where the merge went.
  const defaultBranch = await defaultBranchOf(context);
  if (pullRequest.baseRefName !== defaultBranch)
    return refused(context, merge, `its base is ${pullRequest.baseRefName}, and it was judged for ${defaultBranch}`);
  const foreign = await foreignChange(context, merge, pullRequest);
  noteHeld(context, merge, foreign);
  if (foreign !== undefined) return false;
  if (pullRequest.isMergeQueueEnabled) return enqueue(context, merge, pullRequest.id);
  return mergeNow(context, merge, facts);
}

/** The last observation, if it has the head to be merged: the merge names the head, so GitHub refuses a later one. */
async function mergeFacts(context: PerformContext, { number, head }: Merge): Promise<MergeFacts> {
  const { owner, repo, remembered } = context;
  const seen = remembered.takeMerge({ owner, repo, number });
  if (seen?.pullRequest.state === "OPEN" && seen.pullRequest.headRefOid === head) return seen;
  return seeingQueue(context, async (access) => {
    const gitHub =
      access === "permitted"
        ? await context.connect({ contents: "read", pull_requests: "read", ...queuePermission(access) })
        : context.gitHub;
    return MergeAnswer.parse(await gitHub.graphql(mergeQuery(access), { owner, name: repo, number })).repository;
  });
}

const NO_METHOD = "the repository allows none of the configured merge methods";

/**
 * The rules of the base can forbid a method that the repository allows. They are queried only after GitHub has refused.
 */
async function mergeNow(context: PerformContext, merge: Merge, facts: MergeFacts): Promise<boolean> {
  const first = methodFor(merge, facts, []);
  if (first === undefined) return refused(context, merge, NO_METHOD);
  const why = await put(context, merge, first);
  if (why === null) return true;
  const method = methodFor(merge, facts, await rulesOf(context, facts));
  if (method === undefined) return refused(context, merge, NO_METHOD);
  const whyAgain = method === first ? why : await put(context, merge, method);
  return whyAgain === null || refused(context, merge, `${whyAgain}${ofQueue(context, whyAgain)}`);
}

/** A queue that the App may not see: GitHub refuses every merge but its own. */
function ofQueue({ owner, repo, remembered }: PerformContext, why: string): string {
  const isUnseen = /merge queue/i.test(why) && remembered.queueAccess(owner, repo) === "hidden";
  return isUnseen ? ". The App cannot see that queue: grant it the permission Merge queues (read)" : "";
}

/** Null after the merge; otherwise GitHub's reason. */
async function put(
  { gitHub, owner, repo }: PerformContext,
  merge: Merge,
  merge_method: Method,
): Promise<string | null> {
  try {
    await gitHub.request("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
      owner,
      repo,
      pull_number: merge.number,
      sha: merge.head,
      merge_method,
      // Always explicit: GitHub's own message would repeat a `[skip ci]` of the branch (decisions.md#github-actions).
      commit_title: merge.title,
      commit_message: merge.message,
    });
    return null;
  } catch (error) {
    if (hasStatus(error, 405, 409)) return wordsOf(error);
    throw error;
  }
}

/**
 * Changes on the branch outside the allowed scope. If the branch moves meanwhile, GitHub refuses the head that the
 * merge names.
 */
async function foreignChange(
  context: PerformContext,
  { number, scope }: Merge,
  { changedFiles }: MergeFacts["pullRequest"],
): Promise<string | undefined> {
  if (scope === undefined) return undefined;
  const { count, changes } = await listChanges(context, number);
  if (count < changedFiles) return "its branch changes too many files to look at";
  const others = outsideScope(changes, scope);
  if (others.length === 0) return undefined;
  const named = others.slice(0, NAMED).map(inlineCode).join(", ");
  return `its branch holds something else than was approved: ${named}${others.length > NAMED ? " and more" : ""}. Take that off the branch, or merge it by hand if it is right`;
}
const NAMED = 5;

type Rules = z.infer<typeof RulesetRules>;
const PullRequestRule = z.looseObject({ allowed_merge_methods: z.array(z.string()) });

/** Rules that cannot be seen allow every method: GitHub's own refusal stands then. */
async function rulesOf(context: PerformContext, { pullRequest }: MergeFacts): Promise<Rules> {
  const rules = await rulesetRules(context, pullRequest.baseRefName);
  return rules === null || rules === "none-possible" ? [] : rules;
}

/** The first configured method that the repository and every one of these rules allow. */
function methodFor({ methods = PREFERRED }: Merge, facts: MergeFacts, rules: Rules): Method | undefined {
  const allowedByRules = rules.flatMap(({ parameters }) => {
    const rule = PullRequestRule.safeParse(parameters);
    return rule.success ? [rule.data.allowed_merge_methods] : [];
  });
  const isLinear = rules.some(({ type }) => type === "required_linear_history");
  const allowed: Record<Method, boolean> = {
    squash: facts.squashMergeAllowed,
    merge: facts.mergeCommitAllowed && !isLinear,
    rebase: facts.rebaseMergeAllowed,
  };
  return methods.find((method) => allowed[method] && allowedByRules.every((list) => list.includes(method)));
}

const ENQUEUE = `mutation ($input: EnqueuePullRequestInput!) {
  enqueuePullRequest(input: $input) { clientMutationId }
}`;

async function enqueue(context: PerformContext, merge: Merge, pullRequestId: string): Promise<boolean> {
  try {
    await context.gitHub.graphql(ENQUEUE, { input: { pullRequestId, expectedHeadOid: merge.head } });
    return true;
  } catch (error) {
    const why = unprocessableWords(error);
    if (why === null) throw error;
    return refused(context, merge, why);
  }
}

/** Our own refusal: the same head with the same scope is not checked again. */
function isHeld({ owner, repo, remembered }: PerformContext, { number, head, scope }: Merge): boolean {
  return scope !== undefined && remembered.heldMerge({ owner, repo, number, head })?.scope === digestOf(scope);
}

function noteHeld(
  { owner, repo, remembered }: PerformContext,
  { number, head, scope }: Merge,
  why: string | undefined,
): void {
  const held = why === undefined || scope === undefined ? null : { why, scope: digestOf(scope) };
  remembered.noteHeldMerge({ owner, repo, number, head }, held);
}

function refused({ owner, repo, remembered }: PerformContext, { number, head }: Merge, why: string): false {
  remembered.noteRefusedMerge({ owner, repo, number, head }, why);
  return false;
}

/** GitHub's message without the link that the client appends. */
function wordsOf(error: unknown): string {
  const failure = z.object({ response: z.object({ data: z.object({ message: z.string() }) }) }).safeParse(error);
  return failure.success ? failure.data.response.data.message : "GitHub refused the merge and did not say why";
}
