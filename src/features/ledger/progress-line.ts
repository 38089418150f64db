import { ledgerProgress } from "../../domain/ledger/ledger-progress.js";
import type { Situation } from "../../engine/situation.js";
import { storedLedger } from "./stored-ledger.js";

/** "14 of 17 requirements hold."; null for a product without a ledger. */
export function requirementsLine(situation: Pick<Situation, "state" | "files">): string | null {
  const { project } = situation.state;
  const ledger = project === null ? null : storedLedger(situation, project);
  if (project === null || ledger === null) return null;
  const { held, total, untested } = ledgerProgress(ledger, project.tasks);
  const rest = untested === 0 ? "" : ` ${untested} more have a stated reason in place of a test.`;
  return `${held} of ${total} ${total === 1 ? "requirement holds" : "requirements hold"}.${rest}`;
}
