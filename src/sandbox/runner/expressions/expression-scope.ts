/** What a JSON document can hold: the values of an expression's contexts. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * How the job, or the jobs before it, have gone so far: what success(), failure() and cancelled() answer from. After a
 * skipped job all three are false.
 */
export type Status = "success" | "failure" | "cancelled" | "skipped";

/** What an expression can see. `status` is given only where a condition is evaluated. */
export type ExpressionScope = {
  readonly contexts: Readonly<Record<string, Json>>;
  readonly status?: Status;
};

export const STATUS_FUNCTIONS = ["success", "failure", "always", "cancelled"] as const;
