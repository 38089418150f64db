import type { CommandResult } from "../../domain/gates/gate-report.js";
import { isBlocking } from "../../domain/validation/gate-status.js";

/** The commands that have a validator. A failing set-up shows in every test that cannot run. */
const JUDGED: ReadonlySet<string> = new Set(["setup", "typecheck", "lint", "test", "build"]);

/** Failed required commands without a validator: additional gates, and coverage below its threshold. */
export function commandFailures(commands: readonly CommandResult[]): CommandResult[] {
  return commands.filter(({ name, required, status }) => required && isBlocking(status) && !JUDGED.has(name));
}
