import type { Probot } from "probot";
import { LimitedUntil } from "../../domain/errors.js";
import type { Refusal } from "../../domain/refusal.js";
import { explainFailure, explainUnknownApp } from "../../github/client/explain-failure.js";
import { ownLogin } from "../../github/client/installation-client.js";
import type { Troubles } from "../operation/troubles.js";
import { explainDatabaseFailure } from "../postgres/explain-failure.js";
import { keepTrying } from "./keep-trying.js";

/** The timeout of one try. */
const PATIENCE_MS = 10_000;

export type Waiting = { readonly troubles: Troubles; readonly signal: AbortSignal };

/** Waits for the App's own login: GitHub may be away, or refuse the key until a person has corrected it. */
export function awaitLogin(probot: Probot, gitHub: string, { troubles, signal }: Waiting): Promise<string> {
  return keepTrying(() => ownLogin(probot, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])), {
    explain: (error) => explainUnknownApp(error, gitHub),
    hear: (why) => troubles.record("GitHub", why),
    signal,
  });
}

/**
 * Repeats a database operation until it succeeds. After any failure the next try finds the database as it was, or
 * restarted.
 */
export function awaitDatabase<T>(attempt: () => Promise<T>, { troubles, signal }: Waiting): Promise<T> {
  return keepTrying(attempt, {
    explain: explainDatabaseFailure,
    hear: (why) => troubles.record("The database", why),
    signal,
  });
}

/** The first sweep, repeated while GitHub is away. Other failures are logged; the next sweep follows. */
export async function awaitFirstSweep(
  sweep: () => Promise<void>,
  gitHub: string,
  { troubles, signal, failed }: Waiting & { readonly failed: (error: unknown) => void },
): Promise<void> {
  try {
    const hear = (why: Refusal | null) => troubles.record("GitHub", why);
    await keepTrying(sweep, { explain: (error) => whileAway(error, gitHub), hear, signal });
  } catch (error) {
    signal.throwIfAborted();
    troubles.record("GitHub", null);
    failed(error);
  }
}

function whileAway(error: unknown, gitHub: string): Refusal | null {
  if (error instanceof LimitedUntil) return { code: "limited", message: `${error.message}.` };
  const why = explainFailure(error, gitHub);
  const isAway = why?.code === "unreachable" || Number(why?.details?.status) >= 500;
  return isAway ? why : null;
}
