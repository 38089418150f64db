import type { ConfinementPolicy } from "../../domain/config/gates-config.js";
import type { SetupKit } from "../../features/setup/setup-kit.js";
import { loadPresets, PRESETS_FOLDER } from "../../gates/presets/load-presets.js";
import { renderGatesWorkflow } from "../../gates/workflow-template.js";

/** What this version proposes to repositories, with the action at `owner/name/path@sha`. */
export async function loadSetupKit(
  actionRef: string,
  rawUrl: string,
  confinement: ConfinementPolicy = "required",
): Promise<SetupKit> {
  const presets = await loadPresets(PRESETS_FOLDER);
  // These files are part of the package: a mistake in them is a bug.
  if (!presets.ok) throw new Error(presets.refusal.message);
  const [path = "", sha = ""] = actionRef.split("@");
  const [owner, name] = path.split("/");
  return {
    workflow: renderGatesWorkflow({ actionRef }),
    schemaUrl: `${rawUrl}/${owner}/${name}/${sha}/.github/config.schema.json`,
    presets: presets.value,
    confinement,
  };
}
