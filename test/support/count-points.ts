import { z } from "zod";
import type { Forge } from "../../src/sandbox/forge/forge.js";

const Charged = z.object({ "x-ratelimit-resource": z.literal("graphql"), "x-ratelimit-used": z.coerce.number() });

/** The points of GraphQL that installations' tokens spend, as the forge charges them. */
export function countPoints({ intercept }: Pick<Forge, "intercept">) {
  const used = { last: 0, points: 0, dearest: 0 };
  const stop = intercept({
    afterRequest: ({ headers }, reply) => {
      const charged = Charged.safeParse(reply.headers);
      if (!charged.success || !/\bghs_/.test(headers.authorization ?? "")) return { kind: "pass" };
      const cost = charged.data["x-ratelimit-used"] - used.last;
      used.last = charged.data["x-ratelimit-used"];
      used.points += cost;
      used.dearest = Math.max(used.dearest, cost);
      return { kind: "pass" };
    },
  });
  return {
    /** Points since the last look at them. The first request of all counts what was spent before it. */
    take(): number {
      const { points } = used;
      used.points = 0;
      return points;
    },
    stop,
  };
}
