/** A "no" that is shown to a person: a stable code to branch on, a sentence to read, and the facts behind it. */
export type Refusal = {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** What a rule answers: the value, or why not. Rules never throw for bad input. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function accept<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function refuse(code: string, message: string, details?: Readonly<Record<string, unknown>>): Outcome<never> {
  return { ok: false, refusal: details === undefined ? { code, message } : { code, message, details } };
}

/** A refusal where nobody near can answer it: a file of the factory's own that somebody has changed. Told in one place. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The same answer; a refusal says which file it is about. */
export function inFile<T>(path: string, outcome: Outcome<T>): Outcome<T> {
  if (outcome.ok) return outcome;
  return { ok: false, refusal: { ...outcome.refusal, message: `${path}: ${outcome.refusal.message}` } };
}

/** For what the loop wrote itself, or checked before. */
export function orThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Refused(outcome.refusal);
  return outcome.value;
}
