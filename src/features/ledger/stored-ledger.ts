import { LEDGER_PATH, Ledger } from "../../domain/ledger/ledger.js";
import { orThrow } from "../../domain/refusal.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";

/** The ledger of a draft or a project; null where there is none: the one on the branch may be of a product before. */
export function storedLedger(
  { files }: Pick<Situation, "files">,
  { spec_id, spec_version }: Pick<Ledger, "spec_id" | "spec_version">,
): Ledger | null {
  const text = files.get(LEDGER_PATH);
  if (text === undefined) return null;
  const ledger = orThrow(readYaml(LEDGER_PATH, text, Ledger));
  return ledger.spec_id === spec_id && ledger.spec_version === spec_version ? ledger : null;
}
