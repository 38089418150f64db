import type { HaltCause } from "../../features/halts/escalation/causes.js";
import { firstOf } from "../../features/halts/escalation/left-out.js";
import type { Resolution } from "../../features/packages/resolution.js";

const LONGEST_PROBLEM = 2_000;

/** A name from a report may be cut or malformed, and is shown on a card. */
const wellFormed = (text: string): string => Buffer.from(text.slice(0, LONGEST_PROBLEM)).toString();

/** Why a resolution needs a person; undefined if it does not. */
export function resolutionCause(
  { problems: found, added }: Resolution,
  { scriptsAgreed, report }: { readonly scriptsAgreed: boolean; readonly report: string },
): HaltCause | undefined {
  if (found.length > 0) {
    const { listed: problems, ...rest } = firstOf(found.map(wellFormed), report);
    return { kind: "dependencies-refused", problems, ...rest };
  }
  const scripted = added.filter(({ runs_scripts }) => runs_scripts).map(({ name, version }) => `${name}@${version}`);
  if (scripted.length === 0 || scriptsAgreed) return undefined;
  const { listed: packages, ...rest } = firstOf(scripted, report);
  return { kind: "dependency-runs-scripts", packages, ...rest };
}
