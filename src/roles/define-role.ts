import type { ZodType } from "zod";
import type { Role } from "../domain/artifacts/producer.js";
import { maySee, RoleInput } from "../domain/artifacts/visibility.js";
import { situationOf } from "../domain/roles/situation-of.js";

/** one activity of one role: the prompt, the tools, and the schema of the answer. */
export type RoleActivity<T> = {
  readonly role: Role;
  readonly activity: string;
  /** The prompt's file in prompts/. */
  readonly prompt: string;
  /** Its input: exactly the cells of the visibility table. */
  readonly given: readonly RoleInput[];
  /** Tools that it may get; offline, or without dependencies, it gets fewer. */
  readonly tools: readonly string[];
  readonly webSearch: boolean;
  readonly Answer: ZodType<T>;
  /** The name of the tool by which it submits its answer. */
  readonly submitAs: string;
};

type Declaration<T> = Pick<RoleActivity<T>, "role" | "activity" | "tools" | "Answer" | "submitAs"> & {
  readonly webSearch?: boolean;
};

/** Declares an activity. Its input is derived from the table, so that the two agree. */
export function defineRole<T>({ role, activity, webSearch = false, ...rest }: Declaration<T>): RoleActivity<T> {
  return { role, activity, prompt: `${role}.${activity}.md`, given: inputsOf(role, activity), webSearch, ...rest };
}

function inputsOf(role: Role, activity: string): RoleInput[] {
  return RoleInput.options.filter((input) => maySee(role, input, situationOf(activity)));
}
