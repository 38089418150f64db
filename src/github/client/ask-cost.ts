import { z } from "zod";
import { isRead, type RequestFacts } from "./request-policy.js";

const ASKED = "rateLimit { cost } ";

/** Every GraphQL question also asks what it costs. A mutation cannot ask; without connections it costs a point. */
export function askCost<O extends RequestFacts & { query?: unknown }>(options: O): void {
  const { query, url } = options;
  if (!url.endsWith("/graphql") || typeof query !== "string" || !isRead(options)) return;
  if (!query.includes(ASKED)) options.query = query.replace("{", `{ ${ASKED}`);
}

const Told = z.object({ data: z.object({ rateLimit: z.object({ cost: z.number() }) }) });

/** The points of an answer; null where it is none of GraphQL's. Enterprise Server may count none. */
export function pointsOf({ url }: RequestFacts, data: unknown): number | null {
  if (!url.endsWith("/graphql")) return null;
  const told = Told.safeParse(data);
  return told.success ? told.data.data.rateLimit.cost : 1;
}
