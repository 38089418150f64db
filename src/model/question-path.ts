import type { Question } from "./model-port.js";

/** Tells a gateway, and the scripted model, which question a request belongs to. */
export const QUESTION_HEADER = "x-factory-question";

/**
 * A question by role and subject, as a path: `proposer/T-core-auth-login-001/MM-0001.implement.1`, `product/draft.1`.
 */
export function questionPath({ role, subject }: Pick<Question<unknown>, "role" | "subject">): string {
  const { task, module, activity, attempt } = subject;
  const name = [...(module === null ? [] : [module]), activity, attempt].join(".");
  return [role, ...(task === null ? [] : [task]), name].join("/");
}
