/** GitHub's own GraphQL schema, as its package publishes it. */
import { readFile } from "node:fs/promises";
import { buildSchema, type GraphQLSchema } from "graphql";

/**
 * Parsing a megabyte takes a second: it is done on the first question, once for all forges of a process. The file is
 * read directly, because importing the package builds a second schema for a validator that nobody here calls.
 */
export const gitHubSchema = once(async (): Promise<GraphQLSchema> => {
  const file = new URL("./schema.graphql", import.meta.resolve("@octokit/graphql-schema"));
  return buildSchema(await readFile(file, "utf8"), { noLocation: true, assumeValid: true, assumeValidSDL: true });
});

function once<T>(make: () => Promise<T>): () => Promise<T> {
  const made: Promise<T>[] = [];
  return () => {
    made[0] ??= make();
    return made[0];
  };
}
