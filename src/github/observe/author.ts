import { z } from "zod";
import type { Actor } from "../../engine/observation.js";
import type { RoleOf } from "./roles-of.js";

/** Whoever did something, as GraphQL tells it; null when the account is gone. */
export const Author = z.object({ __typename: z.string(), login: z.string() }).nullable();
export type Author = z.infer<typeof Author>;

/** GraphQL names a bot without the `[bot]` that REST and commits have; here everybody has one name. */
export function loginOf(author: Author): string {
  if (author === null) return "ghost";
  return author.__typename === "Bot" ? `${author.login}[bot]` : author.login;
}

/** A role costs a request: it is asked for people only. */
export async function actorOf(author: Author, roleOf: RoleOf): Promise<Actor> {
  const type = author?.__typename ?? "Unknown";
  return { login: loginOf(author), type, role: author !== null && type === "User" ? await roleOf(author.login) : null };
}
