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
