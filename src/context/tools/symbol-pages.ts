import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { symbolPlaces } from "../../languages/symbol-places.js";
import type { FileView } from "../workspace/workspace.js";
import { filePage, READ_LIMITS } from "./file-page.js";

/** A name may be declared several times, as overloads are; the rest is counted. */
const MOST_PLACES = 10;

/** The lines of a file that declare a symbol, each range with its line numbers. */
export function symbolPages(view: FileView, symbol: string, boundary: string): Outcome<string> {
  const places = view.permission === "FULL" ? symbolPlaces(view.path, view.text, symbol) : undefined;
  if (places === undefined) return refuse("not-read", `${view.path}: symbols cannot be read here; use grep`);
  if (places.length === 0) return refuse("no-such-symbol", `${view.path} declares no ${symbol}; use grep`);
  const pages: string[] = [];
  for (const { first, last } of places.slice(0, MOST_PLACES)) {
    const lines = Math.min(last - first + 1, READ_LIMITS.lines);
    const page = filePage(view, { firstLine: first, lines }, boundary);
    if (!page.ok) return page;
    pages.push(page.value);
  }
  const more = places.length - MOST_PLACES;
  return accept([...pages, ...(more > 0 ? [`[${more} more declarations of ${symbol} are not shown]`] : [])].join("\n"));
}
