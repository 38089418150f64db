/** The values of an expression's contexts: everything that JSON can represent. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * The status of the job or of the jobs before it: the basis of success(), failure() and cancelled(). After a skipped
 * job all three are false.
 */
export type Status = "success" | "failure" | "cancelled" | "skipped";

/** The contexts of an expression. `status` is set for conditions only. */
export type ExpressionScope = {
  readonly contexts: Readonly<Record<string, Json>>;
  readonly status?: Status;
};

export const STATUS_FUNCTIONS = ["success", "failure", "always", "cancelled"] as const;
