import { z } from "zod";
import type { ConfinementPolicy } from "../config/gates-config.js";
import type { GateReport } from "./gate-report.js";

const NONE = "none: ";
/** A report has room for this many characters. */
const MOST = 500;

/** What a report says of a machine on which nothing confines commands. */
export function unconfined(reason: string): string {
  const words = `${NONE}${reason}`;
  return words.length <= MOST ? words : `${words.slice(0, MOST - 1)}…`;
}

/** Whether these words of a report say that nothing confines commands where it was made. */
export function isUnconfined(confinement: string): boolean {
  return confinement.startsWith(NONE);
}

/** What a validator says in its details when its command was not run, because nothing would have confined it. */
export const WithheldDetails = z.looseObject({ nothingConfines: z.string().min(1) });
export type WithheldDetails = z.infer<typeof WithheldDetails>;

/** What to do where nothing confines commands. */
export const HOW_TO_CONFINE =
  "Install bubblewrap where the gates run; on Ubuntu also permit user namespaces, as the gates workflow does (sysctl kernel.apparmor_restrict_unprivileged_userns=0).";
/** Or what to say where that cannot be done. */
export const HOW_TO_ACCEPT =
  "Or set gates.confinement: preferred in .factory/config.yml on the default branch; code under test then runs with everything the runner may do.";

type Executed = Pick<GateReport, "runner" | "validators" | "commands">;

/** Why code under test ran unconfined in this run; null where it was confined, or did not run. */
export function ranUnconfined(report: Executed): string | null {
  const { confinement } = report.runner;
  return isUnconfined(confinement) && !isWithheld(report) ? confinement.slice(NONE.length) : null;
}

/**
 * Why nothing that an executing run says may count, and what to do about it: code under test must be confined, and is not. Null
 * where it may count. A run decides by the configuration at its base and then runs nothing. The action that a repository has
 * pinned may be older than that decision: it runs everything, and its report says how. That is held against the configuration.
 */
export function whyNotCounted(report: Executed, policy: ConfinementPolicy): string | null {
  const withheld = withheldWords(report);
  if (withheld !== null) return withheld;
  const reason = ranUnconfined(report);
  if (reason === null || policy === "preferred") return null;
  return `Code under test ran unconfined (${reason}), and gates.confinement is required. ${HOW_TO_CONFINE} ${HOW_TO_ACCEPT}`;
}

/** Whether the run left commands of the candidate out, because nothing confines them. */
export function isWithheld(report: Executed): boolean {
  return withheldWords(report) !== null;
}

/** In a validator's words, or, where a run has none, in those of its first command. */
function withheldWords({ runner, validators, commands }: Executed): string | null {
  if (!isUnconfined(runner.confinement)) return null;
  const withheld = validators.find(({ details }) => WithheldDetails.safeParse(details).success);
  if (withheld !== undefined) return `${withheld.message}. ${withheld.fix}`;
  const [first] = commands;
  return first?.status === "NOT_RUN" && first.command === "" ? first.output : null;
}
