import type { ZodType } from "zod";
import type { Role } from "../domain/artifacts/producer.js";
import { maySee, RoleInput } from "../domain/artifacts/visibility.js";
import { situationOf } from "../domain/roles/situation-of.js";

/** One thing that one role is asked to do: the words, the tools, and what counts as an answer. */
export type RoleMove<T> = {
  readonly role: Role;
  readonly move: string;
  /** The prompt's file in prompts/. */
  readonly prompt: string;
  /** What it may be given: the cells of the visibility table, no more and no fewer. */
  readonly given: readonly RoleInput[];
  /** Tools it may be handed; offline, or where nothing depends on anything, it is handed fewer. */
  readonly tools: readonly string[];
  readonly webSearch: boolean;
  readonly Answer: ZodType<T>;
  /** The name under which it hands in its answer, when it has tools. */
  readonly submitAs: string;
};

type Declaration<T> = Pick<RoleMove<T>, "role" | "move" | "tools" | "Answer" | "submitAs"> & {
  readonly webSearch?: boolean;
};

/** Declares a move. What it is given follows from the table, so that the two cannot drift apart. */
export function defineRole<T>({ role, move, webSearch = false, ...rest }: Declaration<T>): RoleMove<T> {
  return { role, move, prompt: `${role}.${move}.md`, given: inputsOf(role, move), webSearch, ...rest };
}

function inputsOf(role: Role, move: string): RoleInput[] {
  return RoleInput.options.filter((input) => maySee(role, input, situationOf(move)));
}
