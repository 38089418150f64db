/** GraphQL through Octokit, like the App uses it. */
import type { Octokit } from "@octokit/rest";

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query; the forge's schema checks it.
export type Answer = any;

export function asked(client: Octokit, query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
  return client.graphql<Answer>(query, variables);
}

export type GraphqlError = {
  readonly type?: string;
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
};

/** The errors of a refused query. Fails when there are none. */
export async function graphqlErrors(
  client: Octokit,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<readonly GraphqlError[]> {
  const failure = await client.graphql(query, variables).then(
    () => undefined,
    (error: { errors?: readonly GraphqlError[] }) => error,
  );
  if (failure?.errors === undefined) throw new Error(`this question should have been refused: ${String(failure)}`);
  return failure.errors;
}
