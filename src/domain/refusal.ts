/** A refusal, shown to a person: a stable code to branch on, a sentence to read, and the facts behind it. */
export type Refusal = {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** The result of a rule: the value, or the refusal. Rules never throw for bad input. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function accept<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function refuse(code: string, message: string, details?: Readonly<Record<string, unknown>>): Outcome<never> {
  return { ok: false, refusal: details === undefined ? { code, message } : { code, message, details } };
}

/**
 * A refusal that no caller can handle: somebody has changed one of the factory's own files. It is reported in one
 * place.
 */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The same result; a refusal also names its file. */
export function inFile<T>(path: string, outcome: Outcome<T>): Outcome<T> {
  if (outcome.ok) return outcome;
  return { ok: false, refusal: { ...outcome.refusal, message: `${path}: ${outcome.refusal.message}` } };
}

/** For values that the loop wrote itself, or checked before. */
export function orThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Refused(outcome.refusal);
  return outcome.value;
}
