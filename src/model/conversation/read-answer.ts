import { deficienciesFromZod } from "../../domain/deficiency.js";
import type { Outcome } from "../../domain/refusal.js";
import { fitsItsRole } from "../../domain/roles/answer-room.js";
import type { Question } from "../model-port.js";

/** A usable answer, or every problem with it, in words for the role. */
export type ReadAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly string[] };

export async function readAnswer<T>(
  { role, Answer, check, read }: Pick<Question<T>, "role" | "Answer" | "check" | "read">,
  value: unknown,
): Promise<ReadAnswer<T>> {
  const room = fitsItsRole(value, role);
  if (!room.ok) return said(room);
  if (read !== undefined) return said(await read(value));
  const parsed = Answer.safeParse(value);
  if (!parsed.success) {
    const problems = deficienciesFromZod(parsed.error).map(({ path, message }) =>
      path === "" ? message : `${path}: ${message}`,
    );
    return { ok: false, problems };
  }
  return said(await check(parsed.data));
}

function said<T>(outcome: Outcome<T>): ReadAnswer<T> {
  return outcome.ok ? outcome : { ok: false, problems: [outcome.refusal.message] };
}

export function parseJson(text: string): ReadAnswer<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, problems: [`the answer is not JSON: ${error.message}`] };
  }
}
