import type { ConfinementPolicy } from "../../domain/config/gates-config.js";
import type { LoadedPreset } from "../../gates/presets/preset.js";

/** What this version of the App proposes to every repository. */
export type SetupKit = {
  /** The gates workflow with its pinned action. */
  readonly workflow: string;
  /** The address of the schema of `.factory/config.yml`, for editors. */
  readonly schemaUrl: string;
  readonly presets: readonly LoadedPreset[];
  /** The value for `gates.confinement`. */
  readonly confinement: ConfinementPolicy;
};
