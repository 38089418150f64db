import { z } from "zod";
import type { Actor } from "../../engine/observation.js";
import type { RoleOf } from "./roles-of.js";

/** The author in GraphQL; null if the account is gone. */
export const Author = z.object({ __typename: z.string(), login: z.string() }).nullable();
export type Author = z.infer<typeof Author>;

/** GraphQL names a bot without the `[bot]` that REST and commits have; this uses one form. */
export function loginOf(author: Author): string {
  if (author === null) return "ghost";
  return author.__typename === "Bot" ? `${author.login}[bot]` : author.login;
}

/** A role costs a request, so it is queried for people only. */
export async function actorOf(author: Author, roleOf: RoleOf): Promise<Actor> {
  const type = author?.__typename ?? "Unknown";
  return { login: loginOf(author), type, role: author !== null && type === "User" ? await roleOf(author.login) : null };
}
