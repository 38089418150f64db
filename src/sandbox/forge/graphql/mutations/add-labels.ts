import type { AddLabelsToLabelableInput } from "@octokit/graphql-schema";
import { parseNodeId } from "../../node-id.js";
import { setLabels } from "../../operations/issues/label-and-assign.js";
import type { Asking } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById } from "../find-place.js";
import { notANode } from "../graphql-refusal.js";
import { nodeById } from "../node-by-id.js";

export async function addLabelsToLabelable(
  asking: Asking,
  { labelableId, labelIds }: AddLabelsToLabelableInput,
): Promise<object> {
  const { place, parsed } = placeById(asking, labelableId);
  const { hub, repository } = place;
  const issue = repository.issues.get(Number(parsed.ids[1]));
  if (issue === undefined || parsed.type !== (issue.isPull ? "PullRequest" : "Issue")) throw notANode(labelableId);
  const permission = issue.isPull ? "pull_requests:write" : "issues:write";
  return changeRepository(place, { permissions: [permission], role: "triage" }, async (acting) => {
    const added = labelIds.map((id) => {
      const label = parseNodeId(id);
      const found = label?.type === "Label" && label.ids[0] === repository.id ? Number(label.ids[1]) : Number.NaN;
      const name = repository.labels.get(found)?.name;
      if (name === undefined) throw notANode(id);
      return name;
    });
    const current = issue.labelIds.flatMap((id) => repository.labels.get(id)?.name ?? []);
    await setLabels(hub, acting, { repository, issue, names: [...current, ...added] });
    return { labelable: () => nodeById(asking, labelableId) };
  });
}
