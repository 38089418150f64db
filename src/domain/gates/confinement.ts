import { z } from "zod";
import type { ConfinementPolicy } from "../config/gates-config.js";
import type { GateReport } from "./gate-report.js";

const NONE = "none: ";
/** The most characters that a report holds. */
const MOST = 500;

/** The text of a report from a machine without confinement. */
export function unconfined(reason: string): string {
  const words = `${NONE}${reason}`;
  return words.length <= MOST ? words : `${words.slice(0, MOST - 1)}…`;
}

/** Whether the text of a report means that its machine had no confinement. */
export function isUnconfined(confinement: string): boolean {
  return confinement.startsWith(NONE);
}

/** The details of a validator whose command was not run, because there was no confinement. */
export const WithheldDetails = z.looseObject({ nothingConfines: z.string().min(1) });
export type WithheldDetails = z.infer<typeof WithheldDetails>;

/** What to do on a machine without confinement. */
export const HOW_TO_CONFINE =
  "Install bubblewrap where the gates run; on Ubuntu also permit user namespaces, as the gates workflow does (sysctl kernel.apparmor_restrict_unprivileged_userns=0).";
/** The alternative where that is not possible. */
export const HOW_TO_ACCEPT =
  "Or set gates.confinement: preferred in .factory/config.yml on the default branch; code under test then runs with everything the runner may do.";

type Executed = Pick<GateReport, "runner" | "validators" | "commands">;

/** Why code under test ran unconfined in this run; null when it was confined or did not run. */
export function ranUnconfined(report: Executed): string | null {
  const { confinement } = report.runner;
  return isUnconfined(confinement) && !isWithheld(report) ? confinement.slice(NONE.length) : null;
}

/**
 * Why the results of an executing run do not count, and what to do; null when they count. Code under test must be
 * confined. A run reads the configuration at its base and then runs nothing. A repository may have pinned an action
 * that is older than this rule: it runs everything, and its report names the confinement. The App compares that with
 * the configuration.
 */
export function whyNotCounted(report: Executed, policy: ConfinementPolicy): string | null {
  const withheld = withheldWords(report);
  if (withheld !== null) return withheld;
  const reason = ranUnconfined(report);
  if (reason === null || policy === "preferred") return null;
  return `Code under test ran unconfined (${reason}), and gates.confinement is required. ${HOW_TO_CONFINE} ${HOW_TO_ACCEPT}`;
}

/** Whether the run left out commands of the candidate, because there was no confinement. */
export function isWithheld(report: Executed): boolean {
  return withheldWords(report) !== null;
}

/** From the details of a validator or, if the run has none, of its first command. */
function withheldWords({ runner, validators, commands }: Executed): string | null {
  if (!isUnconfined(runner.confinement)) return null;
  const withheld = validators.find(({ details }) => WithheldDetails.safeParse(details).success);
  if (withheld !== undefined) return `${withheld.message}. ${withheld.fix}`;
  const [first] = commands;
  return first?.status === "NOT_RUN" && first.command === "" ? first.output : null;
}
