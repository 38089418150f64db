import type { Outcome } from "../domain/refusal.js";
import { explainFailure } from "../github/client/explain-failure.js";

/** A refusal by GitHub, or a failed connection, becomes a sentence. Every other error is a bug. */
export async function orWhyNot<T>(gitHub: string, ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await ask();
  } catch (error) {
    const refusal = explainFailure(error, gitHub);
    if (refusal === null) throw error;
    const { code, message } = refusal;
    return { ok: false, refusal: code === "github" ? { code, message: `${message} Try again in a while.` } : refusal };
  }
}
