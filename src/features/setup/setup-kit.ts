import type { ConfinementPolicy } from "../../domain/config/gates-config.js";
import type { LoadedPreset } from "../../gates/presets/preset.js";

/** What this version of the App brings to a repository. The same for all of them. */
export type SetupKit = {
  /** The gates workflow, with the action it uses pinned. */
  readonly workflow: string;
  /** Where editors find the schema of `.factory/config.yml`. */
  readonly schemaUrl: string;
  readonly presets: readonly LoadedPreset[];
  /** What `gates.confinement` is to say. */
  readonly confinement: ConfinementPolicy;
};
