import { FEATURES } from "../features/features.js";
import { type CommandRow, Where } from "./define-command.js";

/**
 * The table for parsing, authorisation and help, from the features' rows. It is ordered by where commands apply, then by
 * feature. It must be called in functions only, because features import it, too.
 */
export function allCommands(): readonly CommandRow[] {
  const rows = FEATURES.flatMap(({ commands }) => commands?.() ?? []);
  return Where.options.flatMap((where) => rows.filter((row) => row.where === where));
}

export function findCommand(verb: string): CommandRow | undefined {
  return allCommands().find((row) => row.verb === verb);
}

/** The row of a verb that is known to exist. */
export function commandRow(verb: string): CommandRow {
  const row = findCommand(verb);
  if (row === undefined) throw new Error(`no feature has the command ${verb}`);
  return row;
}
