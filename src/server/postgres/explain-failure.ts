import { reasonIn } from "../../domain/errors.js";
import type { Refusal } from "../../domain/refusal.js";

/** Why the database that replicas share does not serve: what is wrong, and in its own words. */
export function databaseTrouble(error: unknown): { readonly what: string; readonly why: string } {
  return { what: "The database of DATABASE_URL cannot be used.", why: `It says: ${reasonIn(error)}` };
}

/** The same for whoever runs the App. */
export function explainDatabaseFailure(error: unknown): Refusal {
  const { what, why } = databaseTrouble(error);
  return { code: "database", message: `${what} ${why}. Start it, or correct DATABASE_URL.` };
}
