import type { Role } from "../artifacts/producer.js";
import { accept, type Outcome, refuse } from "../refusal.js";

/** The most that is taken of one answer: its characters as JSON, and the entries of each list in it. */
export type Room = { readonly characters: number; readonly entries: number };

/**
 * What reviews, judgements, amendments and exceptions are made of stands in the state as long as its task is under way, and
 * the state is read and written at every step. Far more than a person reads of one.
 */
export const STATEMENT_ROOM: Room = { characters: 60_000, entries: 50 };

/** A claim repeats the task's criteria, and those of an issue can be as long as an issue. It stands in the state, too. */
export const CLAIM_ROOM: Room = { characters: 100_000, entries: 1_000 };

/** Specs, plans and contracts are files of their own, which are read as a whole. */
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
 * Whether a role's answer is as short as one can be used. Schemas bound few of their lists: whoever is told by a text of
 * somebody else's to go on without end would otherwise fill the state until nobody can read it any more.
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

/** Who is told so many lists sees the next ones when these are shorter. */
const MOST_PROBLEMS = 5;

function longLists(value: unknown, most: number, path: string): { readonly path: string; readonly count: number }[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value) && value.length > most) return [{ path, count: value.length }];
  return Object.entries(value).flatMap(([key, item]) =>
    longLists(item, most, Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`),
  );
}
