import { z } from "zod";
import type { EffectOf, Hands } from "../github.js";
import { hasStatus } from "../stale-data.js";

type Marks = EffectOf<"keep-marks">;

const Issue = z.object({
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])),
  assignees: z.array(z.object({ login: z.string() })).nullish(),
});

/** Only the difference is written, and only among the labels and people that the effect names. */
export async function keepMarks(hands: Hands, marks: Marks): Promise<boolean> {
  const { gitHub, owner, repo } = hands;
  const at = { owner, repo, issue_number: marks.issue };
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/issues/{issue_number}", at);
  const issue = Issue.parse(data);
  const labels = issue.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
  const labelled = await keepLabels(hands, marks, labels);
  const assigned = await keepAssignees(hands, marks, issue.assignees?.map(({ login }) => login) ?? []);
  return labelled || assigned;
}

const sameName = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase();

async function keepLabels(hands: Hands, { issue, labels, ours }: Marks, standing: readonly string[]) {
  const { gitHub, owner, repo } = hands;
  const at = { owner, repo, issue_number: issue };
  const missing = labels.filter((label) => !standing.some(sameName(label)));
  const outdated = standing.filter((label) => ours.some(sameName(label)) && !labels.some(sameName(label)));
  if (missing.length > 0) {
    await gitHub.request("POST /repos/{owner}/{repo}/issues/{issue_number}/labels", { ...at, labels: missing });
  }
  for (const name of outdated) {
    await gitHub.request("DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}", { ...at, name });
  }
  return missing.length + outdated.length > 0;
}

/** Somebody who cannot be assigned is silently ignored by GitHub; asking first keeps the loop from trying for ever. */
async function keepAssignees(hands: Hands, { issue, assign, unassign }: Marks, standing: readonly string[]) {
  const { gitHub, owner, repo } = hands;
  const at = { owner, repo, issue_number: issue };
  const missing: string[] = [];
  for (const login of assign) {
    if (!standing.some(sameName(login)) && (await isAssignable(hands, login))) missing.push(login);
  }
  const outdated = standing.filter((login) => unassign.some(sameName(login)));
  const path = "/repos/{owner}/{repo}/issues/{issue_number}/assignees" as const;
  if (missing.length > 0) await gitHub.request(`POST ${path}`, { ...at, assignees: missing });
  if (outdated.length > 0) await gitHub.request(`DELETE ${path}`, { ...at, assignees: outdated });
  return missing.length + outdated.length > 0;
}

async function isAssignable({ gitHub, owner, repo }: Hands, assignee: string): Promise<boolean> {
  try {
    await gitHub.request("GET /repos/{owner}/{repo}/assignees/{assignee}", { owner, repo, assignee });
    return true;
  } catch (error) {
    if (hasStatus(error, 404)) return false;
    throw error;
  }
}
