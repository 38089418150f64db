/** GitHub's connections: `first` or `last` is required and at most 100. Cursors name items, not positions. */
import type { GraphQLResolveInfo } from "graphql";
import { GraphqlRefusal } from "./graphql-refusal.js";

const MAX_PAGE = 100;

export type PageArgs = {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
};

export type Connected<T> = {
  readonly items: readonly T[];
  /** The content of an item's cursor: unique in the list and stable over time. */
  readonly key: (item: T) => string | number;
  readonly show: (item: T) => unknown;
};

/** The arguments of a connection, and the field that received them. */
export type Paged<Args extends PageArgs = PageArgs> = {
  readonly args: Args;
  readonly info: Pick<GraphQLResolveInfo, "fieldName">;
};

export function connection<T>({ args, info }: Paged, connected: Connected<T>) {
  refuseSize(info.fieldName, args);
  const { items, key, show } = connected;
  const cursorOf = (item: T) => Buffer.from(`cursor:${key(item)}`).toString("base64url");
  const indexOf = (cursor: string) => {
    const index = items.findIndex((item) => cursorOf(item) === cursor);
    if (index === -1)
      throw new GraphqlRefusal("INVALID_CURSOR_ARGUMENTS", `\`${cursor}\` does not appear to be a valid cursor.`);
    return index;
  };
  const from = args.after == null ? 0 : indexOf(args.after) + 1;
  const to = args.before == null ? items.length : indexOf(args.before);
  const start = args.last == null ? from : Math.max(from, to - args.last);
  const end = args.last == null ? Math.min(to, from + (args.first ?? 0)) : to;
  const page = items.slice(start, end);
  const [first, last] = [page[0], page.at(-1)];
  return {
    totalCount: items.length,
    nodes: () => page.map(show),
    edges: () => page.map((item) => ({ cursor: cursorOf(item), node: () => show(item) })),
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: first === undefined ? null : cursorOf(first),
      endCursor: last === undefined ? null : cursorOf(last),
    },
  };
}

function refuseSize(name: string, { first, last }: PageArgs): void {
  if (first == null && last == null) {
    throw new GraphqlRefusal(
      "MISSING_PAGINATION_BOUNDARIES",
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    );
  }
  if (first != null && last != null) {
    throw new GraphqlRefusal(
      "UNPROCESSABLE",
      `Passing both \`first\` and \`last\` to paginate the \`${name}\` connection is not supported.`,
    );
  }
  const [size, argument] = first == null ? [last ?? 0, "last"] : [first, "first"];
  if (size < 0)
    throw new GraphqlRefusal(
      "UNPROCESSABLE",
      `\`${argument}\` on the \`${name}\` connection cannot be less than zero.`,
    );
  if (size > MAX_PAGE) {
    throw new GraphqlRefusal(
      "EXCESSIVE_PAGINATION",
      `Requesting ${size} records on the \`${name}\` connection exceeds the \`${argument}\` limit of ${MAX_PAGE} records.`,
    );
  }
}
