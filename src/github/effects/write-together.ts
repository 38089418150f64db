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
  const { answer, refused } = await answered(
    gitHub,
    `mutation (${variables.join(", ")}) {\n  ${fields.join("\n  ")}\n}`,
    inputs,
  );
  return mutations.map(({ done }, index) => {
    const own = answer[`m${index}`];
    if (own === undefined || own === null || refused.has(`m${index}`)) return false;
    done(own);
    return true;
  });
}

const Answer = z.record(z.string(), z.unknown());

const Refused = z.object({ path: z.array(z.unknown()).min(1) });

/**
 * If GitHub refuses one field, it answers the others all the same; if it answers none, all have failed. A refused field can be
 * answered, too, by an object in which only what was asked for is null.
 */
async function answered(
  gitHub: PerformContext["gitHub"],
  query: string,
  inputs: object,
): Promise<{ readonly answer: z.infer<typeof Answer>; readonly refused: ReadonlySet<unknown> }> {
  try {
    return { answer: Answer.parse(await gitHub.graphql(query, { ...inputs })), refused: new Set() };
  } catch (error) {
    const partly = z.object({ errors: z.array(z.unknown()), data: Answer }).safeParse(error);
    if (!partly.success) throw error;
    const paths = partly.data.errors.map((one) => Refused.safeParse(one));
    return { answer: partly.data.data, refused: new Set(paths.flatMap(({ data }) => data?.path[0] ?? [])) };
  }
}
