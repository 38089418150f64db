import { type Html, html } from "../html.js";

const PER_PAGE = 30;

/** One page of a list, with links to the other pages. */
export type PageOf<T> = { readonly items: readonly T[]; readonly number: number; readonly last: number };

export function pageOf<T>(url: URL, items: readonly T[]): PageOf<T> {
  const last = Math.max(1, Math.ceil(items.length / PER_PAGE));
  const asked = Number(url.searchParams.get("page") ?? "1");
  const number = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), last) : 1;
  return { items: items.slice((number - 1) * PER_PAGE, number * PER_PAGE), number, last };
}

export function pager(url: URL, { number, last }: PageOf<unknown>): Html | undefined {
  if (last === 1) return undefined;
  const to = (page: number) => {
    const query = new URLSearchParams(url.searchParams);
    query.set("page", String(page));
    return `${url.pathname}?${query}`;
  };
  return html`<nav class="pager" aria-label="Pages">${number > 1 && html`<a href="${to(number - 1)}">Newer</a>`}<span>Page ${number} of ${last}</span>${number < last && html`<a href="${to(number + 1)}">Older</a>`}</nav>`;
}
