/**
 * Resolves a field. A GraphQL type is an object whose properties are its fields: a value, or a function of the
 * arguments. An unsupported field is an error, never a silent null. So is a given argument that no code read: an answer
 * that ignores a filter would be wrong.
 */
import type { GraphQLFieldResolver, GraphQLResolveInfo } from "graphql";
import { GraphqlRefusal } from "./graphql-refusal.js";

/** The fields of one of GitHub's types that the forge supports. A name that GitHub does not have fails to compile. */
export type FieldsOf<T> = Partial<Record<keyof T, unknown>>;

/** The limit of GraphQL's Int. A larger id has no `databaseId`. */
const MAX_INT = 2 ** 31 - 1;

type Args = Readonly<Record<string, unknown>>;
type FieldFunction = (args: Args, info: GraphQLResolveInfo) => unknown;

export const resolveField: GraphQLFieldResolver<unknown, unknown> = (source, args, _context, info) => {
  const field = `${info.parentType.name}.${info.fieldName}`;
  if (typeof source !== "object" || source === null || !Object.hasOwn(source, info.fieldName)) throw unanswered(field);
  const value: unknown = (source as Args)[info.fieldName];
  const { watched, unread } = watchArguments(args, info);
  const checked = (answer: unknown): unknown => {
    const [ignored] = unread;
    if (ignored !== undefined) throw unanswered(`${field} with the argument ${ignored}`);
    if (answer === undefined) throw new Error(`${field} answered undefined`);
    return info.fieldName === "databaseId" && Number(answer) > MAX_INT ? null : answer;
  };
  const answer: unknown = typeof value === "function" ? (value as FieldFunction)(watched, info) : value;
  return answer instanceof Promise ? answer.then(checked) : checked(answer);
};

const unanswered = (what: string) =>
  new GraphqlRefusal("NO_RESOLVER", `The forge does not answer ${what}: add it to src/sandbox/forge/graphql.`);

/** The arguments, and those that no code has read yet. */
function watchArguments(args: Args, { fieldNodes }: GraphQLResolveInfo): { watched: Args; unread: Set<string> } {
  const named = (fieldNodes[0]?.arguments ?? []).map(({ name }) => name.value);
  const unread = new Set(named.filter((name) => args[name] != null));
  const watched = new Proxy(args, {
    get(target, name) {
      unread.delete(String(name));
      return Reflect.get(target, name);
    },
  });
  return { watched, unread };
}
