import { z } from "zod";

/** The roles that a model plays (decisions.md#one-table-of-visibility). */
export const Role = z.enum(["product", "planner", "proposer", "challenger", "arbiter", "judge", "amendment-proposer"]);
export type Role = z.infer<typeof Role>;

/** Who made something: a role, the loop itself, or a person. */
export const Producer = z.strictObject({
  role: z.enum([...Role.options, "loop", "person"]),
  run_id: z.string().min(1),
});
export type Producer = z.infer<typeof Producer>;

/** A role works from a Context Pack. The loop and people have none. */
function worksFromContextPack(producer: Producer): boolean {
  return Role.safeParse(producer.role).success;
}

/** Why a producer and its pack do not fit together, or undefined when they do. */
export function contextPackProblem(producer: Producer, contextPackRef: string | null): string | undefined {
  if (worksFromContextPack(producer) === (contextPackRef !== null)) return undefined;
  return contextPackRef === null
    ? `must name the Context Pack that the ${producer.role} worked from`
    : `must be null: the ${producer.role} works from no Context Pack`;
}
