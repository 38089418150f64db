import { reasonIn } from "../../domain/errors.js";
import type { Refusal } from "../../domain/refusal.js";

/** Why the shared database does not work, with its own message. */
export function databaseTrouble(error: unknown): { readonly what: string; readonly why: string } {
  return { what: "The database of DATABASE_URL cannot be used.", why: `It says: ${reasonIn(error)}` };
}

/** The same for the operator of the App. */
export function explainDatabaseFailure(error: unknown): Refusal {
  const { what, why } = databaseTrouble(error);
  return { code: "database", message: `${what} ${why}. Start it, or correct DATABASE_URL.` };
}
