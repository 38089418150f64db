import type { SetupKit } from "../../src/features/setup/setup-kit.js";
import { loadPresets, PRESETS_FOLDER } from "../../src/gates/presets/load-presets.js";

const presets = await loadPresets(PRESETS_FOLDER);
if (!presets.ok) throw new Error(presets.refusal.message);

/** The real presets with a workflow that is short enough to compare. */
export const KIT: SetupKit = {
  workflow: "name: Factory gates\non: workflow_dispatch\n",
  schemaUrl: "https://example.com/config.schema.json",
  presets: presets.value,
  confinement: "required",
};
