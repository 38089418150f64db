import type { Label } from "@octokit/graphql-schema";
import { nodeId } from "../../node-id.js";
import type { IssueRecord, LabelRecord } from "../../records/issue.js";
import { DEFAULT_LABELS } from "../../resources/issue.js";
import type { Place } from "../asking.js";
import { connection, type Paged } from "../connection.js";
import type { FieldsOf } from "../resolve-field.js";

export function labelNode({ repository, shown }: Place, label: LabelRecord) {
  return {
    __typename: "Label" as const,
    id: nodeId("Label", repository.id, label.id),
    name: label.name,
    color: label.color,
    description: label.description,
    isDefault: DEFAULT_LABELS.has(label.name),
    repository: shown,
  } satisfies FieldsOf<Label> & { __typename: string };
}

export function labelsConnection(place: Place, issue: IssueRecord, paged: Paged) {
  const items = issue.labelIds.flatMap((id) => place.repository.labels.get(id) ?? []);
  return connection(paged, { items, key: ({ id }) => id, show: (label) => labelNode(place, label) });
}
