import { deficienciesFromZod } from "../../domain/deficiency.js";
import type { Question } from "../../model-port.js";

/** An answer that can be used, or every problem with it, in words that go back to the role. */
export type ReadAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly string[] };

export async function readAnswer<T>(
  { Answer, check }: Pick<Question<T>, "Answer" | "check">,
  value: unknown,
): Promise<ReadAnswer<T>> {
  const parsed = Answer.safeParse(value);
  if (!parsed.success) {
    const problems = deficienciesFromZod(parsed.error).map(({ path, message }) =>
      path === "" ? message : `${path}: ${message}`,
    );
    return { ok: false, problems };
  }
  const checked = await check(parsed.data);
  return checked.ok ? checked : { ok: false, problems: [checked.refusal.message] };
}

export function parseJson(text: string): ReadAnswer<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, problems: [`the answer is not JSON: ${error.message}`] };
  }
}
