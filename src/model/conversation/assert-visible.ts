import { maySee } from "../../domain/artifacts/visibility.js";
import { situationOf } from "../../domain/roles/situation-of.js";
import type { Question } from "../model-port.js";

/**
 * The last check before a request is sent. Input that a role may not see is a bug of ours, so the question is not
 * asked.
 */
export function assertVisible({ role, subject, given }: Pick<Question<unknown>, "role" | "subject" | "given">): void {
  const situation = situationOf(subject.activity);
  const forbidden = given.filter(({ input }) => !maySee(role, input, situation)).map(({ input }) => input);
  if (forbidden.length > 0) {
    throw new TypeError(`the ${role} must not be given ${forbidden.join(", ")} when asked to ${subject.activity}`);
  }
}
