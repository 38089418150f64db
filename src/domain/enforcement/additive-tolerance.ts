import { nearestWord } from "../config/nearest-word.js";
import { bareExportName } from "../contract/assertion.js";

/**
 * Compares promised with found exports. Extra exports are allowed; a missing or misnamed one is not
 * (requirements.md#additive-tolerance).
 */
export type ExportComparison = {
  readonly passed: boolean;
  /** With the extra export that was probably meant, if one is close. */
  readonly missing: readonly { readonly name: string; readonly insteadFound?: string }[];
  readonly extra: readonly string[];
};

export function compareExports(required: readonly string[], found: readonly string[]): ExportComparison {
  const requested = new Set(required.map(bareExportName));
  const present = new Set(found.map(bareExportName));
  const extra = [...present].filter((name) => !requested.has(name));
  const missing = [...requested]
    .filter((name) => !present.has(name))
    .map((name) => {
      const insteadFound = nearestWord(name, extra);
      return insteadFound === undefined ? { name } : { name, insteadFound };
    });
  return { passed: missing.length === 0, missing, extra };
}
