import { z } from "zod";
import type { Mutation, PerformContext } from "../client/github.js";

/**
 * Several fields of one mutation, which GitHub performs one after the other. Returns for each whether it was done; what
 * was not has left nothing behind.
 */
export async function writeTogether(
  { gitHub }: Pick<PerformContext, "gitHub">,
  mutations: readonly Mutation[],
): Promise<boolean[]> {
  const variables = mutations.map(({ type }, index) => `$i${index}: ${type}!`);
  const fields = mutations.map(({ field, answers }, index) => `m${index}: ${field}(input: $i${index}) { ${answers} }`);
  const inputs = Object.fromEntries(mutations.map(({ input }, index) => [`i${index}`, input]));
  const answer = await answered(gitHub, `mutation (${variables.join(", ")}) {\n  ${fields.join("\n  ")}\n}`, inputs);
  return mutations.map(({ done }, index) => {
    const own = answer[`m${index}`];
    if (own === undefined || own === null) return false;
    done(own);
    return true;
  });
}

const Answer = z.record(z.string(), z.unknown());

/** If GitHub refuses one field, it answers the others all the same; if it answers none, all have failed. */
async function answered(
  gitHub: PerformContext["gitHub"],
  query: string,
  inputs: object,
): Promise<z.infer<typeof Answer>> {
  try {
    return Answer.parse(await gitHub.graphql(query, { ...inputs }));
  } catch (error) {
    const partly = z.object({ errors: z.array(z.unknown()), data: Answer }).safeParse(error);
    if (!partly.success) throw error;
    return partly.data.data;
  }
}
