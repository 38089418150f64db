import { type AmendmentId, type ArtifactId, newArtifactId } from "../../domain/artifacts/artifact-id.js";
import type { ArtifactType } from "../../domain/artifacts/artifact-type.js";
import { sha256 } from "../../domain/hash.js";
import type { TaskId } from "../../domain/ids.js";

/** The ids of one question. Asking it again gives the same ids, so a repeated answer is the same answer. */
export type RoleIds = {
  readonly runId: string;
  artifact(type: ArtifactType): ArtifactId;
  contribution(): string;
  amendment(): AmendmentId;
};

export function roleIds(issue: number, task: TaskId | null, question: number): RoleIds {
  const hex = (what: string) => sha256(`${issue}/${task ?? "product"}/${question}/${what}`).slice(0, 8);
  return {
    runId: `${issue}-${task ?? "product"}-${question}`,
    artifact: (type) => newArtifactId(type, () => hex(type)),
    contribution: () => `CONTRIB-${hex("contribution")}`,
    amendment: () => `AMD-${hex("amendment")}`,
  };
}
