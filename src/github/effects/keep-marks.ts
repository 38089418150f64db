import { z } from "zod";
import type { EffectOf, Memory, Mutation, PerformContext } from "../client/github.js";
import { isThere } from "../commits/stale-data.js";

type Marks = EffectOf<"keep-marks">;

const Issue = z.object({
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])),
  assignees: z.array(z.object({ login: z.string() })).nullish(),
});

/** Writes only the difference, and only for the labels and people that the effect names. */
export async function keepMarks(context: PerformContext, marks: Marks): Promise<boolean> {
  // Without earlier labels of ours there is nothing to remove, and an existing label is not set twice.
  const isFirst = context.isNew && marks.unassign.length === 0;
  const current = isFirst ? { labels: [], assignees: [] } : await marksOf(context, marks.issue);
  const labelled = await keepLabels(context, marks, current.labels);
  const assigned = await keepAssignees(context, marks, current.assignees);
  return labelled || assigned;
}

/** The first labels as one field of a mutation; undefined if more is needed. */
export function marksMutation(context: Memory, { issue, labels, assign, unassign }: Marks): Mutation | undefined {
  const { owner, repo, remembered, isNew } = context;
  const labelableId = remembered.nodeId({ owner, repo, pull: issue });
  const labelIds = labels.flatMap((label) => remembered.nodeId({ owner, repo, label }) ?? []);
  const isFirst = isNew && assign.length === 0 && unassign.length === 0 && labels.length > 0;
  if (!isFirst || labelableId === undefined || labelIds.length < labels.length) return undefined;
  return {
    field: "addLabelsToLabelable",
    type: "AddLabelsToLabelableInput",
    input: { labelableId, labelIds },
    answers: "clientMutationId",
    done: () => {},
  };
}

async function marksOf({ gitHub, owner, repo }: PerformContext, issue_number: number) {
  const at = { owner, repo, issue_number };
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/issues/{issue_number}", at);
  const { labels, assignees } = Issue.parse(data);
  return {
    labels: labels.map((label) => (typeof label === "string" ? label : (label.name ?? ""))),
    assignees: assignees?.map(({ login }) => login) ?? [],
  };
}

const sameName = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase();

async function keepLabels(context: PerformContext, { issue, labels, ours }: Marks, current: readonly string[]) {
  const { gitHub, owner, repo } = context;
  const at = { owner, repo, issue_number: issue };
  const missing = labels.filter((label) => !current.some(sameName(label)));
  const outdated = current.filter((label) => ours.some(sameName(label)) && !labels.some(sameName(label)));
  if (missing.length > 0) {
    await gitHub.request("POST /repos/{owner}/{repo}/issues/{issue_number}/labels", { ...at, labels: missing });
  }
  for (const name of outdated) {
    await gitHub.request("DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}", { ...at, name });
  }
  return missing.length + outdated.length > 0;
}

/**
 * GitHub silently ignores a person who cannot be assigned, so this is checked first; otherwise the effect would be
 * pending for ever.
 */
async function keepAssignees(context: PerformContext, { issue, assign, unassign }: Marks, current: readonly string[]) {
  const { gitHub, owner, repo } = context;
  const at = { owner, repo, issue_number: issue };
  const missing: string[] = [];
  for (const login of assign) {
    if (!current.some(sameName(login)) && (await isAssignable(context, login))) missing.push(login);
  }
  const outdated = current.filter((login) => unassign.some(sameName(login)));
  if (missing.length > 0) {
    await gitHub.request("POST /repos/{owner}/{repo}/issues/{issue_number}/assignees", { ...at, assignees: missing });
  }
  if (outdated.length > 0) {
    await gitHub.request("DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees", {
      ...at,
      assignees: outdated,
    });
  }
  return missing.length + outdated.length > 0;
}

function isAssignable({ gitHub, owner, repo }: PerformContext, assignee: string): Promise<boolean> {
  return isThere(gitHub.request("GET /repos/{owner}/{repo}/assignees/{assignee}", { owner, repo, assignee }));
}
