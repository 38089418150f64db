import type { Role } from "../artifacts/producer.js";
import { accept, type Outcome, refuse } from "../refusal.js";

/** The largest answer that is accepted: its characters as JSON, and the entries of each list. */
export type Room = { readonly characters: number; readonly entries: number };

/**
 * Reviews, judgements, amendments and interface changes stay in the state while their task is in progress, and the
 * state is read and written at every step. The limit is far more than a person reads.
 */
export const STATEMENT_ROOM: Room = { characters: 60_000, entries: 50 };

/** A claim repeats the task's criteria, which can be as long as an issue. It is stored in the state, too. */
export const CLAIM_ROOM: Room = { characters: 100_000, entries: 1_000 };

/** Specs, plans and contracts are separate files, which are read as a whole. */
const ROOMS: Readonly<Record<Role, Room>> = {
  product: { characters: 1_000_000, entries: 1_000 },
  planner: { characters: 400_000, entries: 200 },
  proposer: { characters: 400_000, entries: 1_000 },
  challenger: STATEMENT_ROOM,
  arbiter: STATEMENT_ROOM,
  judge: STATEMENT_ROOM,
  "amendment-proposer": STATEMENT_ROOM,
};

/**
 * Whether a role's answer is small enough. Schemas bound few of their lists: injected text could make a role answer
 * without end and fill the state until it cannot be read.
 */
export function fitsItsRole<T>(answer: T, role: Role): Outcome<T> {
  return fits(answer, ROOMS[role]);
}

export function fits<T>(answer: T, { characters, entries }: Room): Outcome<T> {
  const length = JSON.stringify(answer)?.length ?? 0;
  const lists = longLists(answer, entries, "");
  const problems = [
    ...(length <= characters ? [] : [`has ${length} characters as JSON, and at most ${characters} are taken`]),
    ...lists.map(({ path, count }) => `${path || "the list"} has ${count} entries, and at most ${entries} are taken`),
  ];
  if (problems.length === 0) return accept(answer);
  const rest = problems.length - MOST_PROBLEMS;
  const said = [...problems.slice(0, MOST_PROBLEMS), ...(rest > 0 ? [`and ${rest} more lists are too long`] : [])];
  return refuse("answer-too-long", `It is too long: ${said.join("; ")}. Say what matters most.`);
}

/** The most lists that are named at once. The next ones appear when these are shorter. */
const MOST_PROBLEMS = 5;

function longLists(value: unknown, most: number, path: string): { readonly path: string; readonly count: number }[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value) && value.length > most) return [{ path, count: value.length }];
  return Object.entries(value).flatMap(([key, item]) =>
    longLists(item, most, Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`),
  );
}
