import type { ConfinementPolicy } from "../../domain/config/gates-config.js";
import type { SetupKit } from "../../features/setup/setup-kit.js";
import { loadPresets, PRESETS_FOLDER } from "../../gates/presets/load-presets.js";
import { type GatesWorkflow, renderGatesWorkflow } from "../../gates/workflow-template.js";

/** Where the files of the kit are used, and what it proposes. */
export type KitPlace = Omit<GatesWorkflow, "actionRef" | "timeoutMinutes"> & {
  readonly rawUrl: string;
  readonly confinement?: ConfinementPolicy;
};

/** What this version proposes to repositories, with the action at `owner/name/path@sha`. */
export async function loadSetupKit(
  actionRef: string,
  { rawUrl, confinement = "required", ...place }: KitPlace,
): Promise<SetupKit> {
  const presets = await loadPresets(PRESETS_FOLDER);
  // These files are part of the package: a mistake in them is a bug.
  if (!presets.ok) throw new Error(presets.refusal.message);
  const [path = "", sha = ""] = actionRef.split("@");
  const [owner, name] = path.split("/");
  return {
    workflow: renderGatesWorkflow({ actionRef, ...place }),
    schemaUrl: `${rawUrl}/${owner}/${name}/${sha}/.github/config.schema.json`,
    presets: presets.value,
    confinement,
  };
}
