/** `page` and `per_page` (30, at most 100) with GitHub's Link header. Only the items of the page are serialised. */
import type { Call } from "./call.js";
import { type Reply, reply } from "./reply.js";

const DEFAULT_PER_PAGE = 30;
const MAX_PER_PAGE = 100;

export type Page<T> = { readonly items: readonly T[]; readonly headers: Readonly<Record<string, string>> };

export function pageOf<T>(call: Pick<Call, "url">, all: readonly T[]): Page<T> {
  const { page, perPage } = pageRequest(call.url);
  const last = Math.max(1, Math.ceil(all.length / perPage));
  const start = (page - 1) * perPage;
  return { items: all.slice(start, start + perPage), headers: linkHeader(call.url, page, last) };
}

/** A paginated JSON array. */
export async function pageReply<T>(
  call: Pick<Call, "url">,
  all: readonly T[],
  serialise: (item: T) => unknown,
): Promise<Reply> {
  const page = pageOf(call, all);
  return reply(200, await Promise.all(page.items.map(serialise)), page.headers);
}

function pageRequest(url: URL): { page: number; perPage: number } {
  const perPage = positive(url.searchParams.get("per_page")) ?? DEFAULT_PER_PAGE;
  return { page: positive(url.searchParams.get("page")) ?? 1, perPage: Math.min(perPage, MAX_PER_PAGE) };
}

function positive(text: string | null): number | undefined {
  const value = Number(text ?? "");
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

function linkHeader(url: URL, page: number, last: number): Record<string, string> {
  const link = (target: number, rel: string) => {
    const to = new URL(url);
    to.searchParams.set("page", String(target));
    return `<${to.href}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link(Math.min(page - 1, last), "prev")] : []),
    ...(page < last ? [link(page + 1, "next"), link(last, "last")] : []),
    ...(page > 1 ? [link(1, "first")] : []),
  ];
  return links.length === 0 ? {} : { link: links.join(", ") };
}
