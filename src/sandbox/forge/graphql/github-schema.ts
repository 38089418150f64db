/** GitHub's own GraphQL schema, as its package publishes it. */
import { readFile } from "node:fs/promises";
import { buildSchema, type GraphQLSchema } from "graphql";

/**
 * Parsing a megabyte takes a second, so it happens at the first query, once for all forges of a process. The file is
 * read directly, because importing the package also builds a schema for a validator that is not used here.
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
