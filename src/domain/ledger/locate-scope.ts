import { accept, type Outcome, refuse } from "../refusal.js";
import { REQUEST_FILE, type Scope } from "./scope.js";
import { flatten, linesOf, type Place, placeOf, type SourceText, sourceText, uncovered } from "./source-text.js";

type Quoting = { readonly quote: string; readonly file: string; readonly lines?: string };

/** What one refusal lists; the rest is counted. */
const MOST_LISTED = 50;

/**
 * The scope with the lines of its quotes; or every quote that its file does not have, and every passage of SPEC.md that
 * is neither demanded nor marked (decisions.md#every-word-of-specmd-is-accounted-for).
 */
export function locateScope(scope: Scope, sources: ReadonlyMap<string, string>): Outcome<Scope> {
  const reader = quoteReader(sources);
  const requirements = scope.requirements.map((row) => reader.locate(row));
  const demands_nothing = scope.demands_nothing.map((row) => reader.locate(row));
  const problems = [...reader.problems, ...reader.forgotten()];
  if (problems.length === 0) return accept({ ...scope, requirements, demands_nothing });
  const rest = problems.length - MOST_LISTED;
  const shown = [...problems.slice(0, MOST_LISTED), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return refuse("scope-incomplete", `scope: ${shown.join("\n")}`, { problems });
}

function quoteReader(sources: ReadonlyMap<string, string>) {
  const read = new Map<string, SourceText>();
  const cursors = new Map<string, number>();
  const places: Place[] = [];
  const problems: string[] = [];
  const sourceOf = (file: string): SourceText | undefined => {
    const text = sources.get(file);
    if (text !== undefined && !read.has(file)) read.set(file, sourceText(text));
    return read.get(file);
  };
  const locate = <T extends Quoting>(row: T): T => {
    const source = sourceOf(row.file);
    const name = JSON.stringify(row.quote.length > 200 ? `${row.quote.slice(0, 200)}…` : row.quote);
    if (source === undefined) {
      problems.push(`${row.file} is no document of this request; ${name} cannot be checked there`);
      return row;
    }
    const quote = flatten(row.quote);
    // Quotes mostly come in the order of the text: from the last one on, the search is linear over all of them.
    const place =
      placeOf(source, quote, startOf(source, row.lines) ?? cursors.get(row.file) ?? 0) ?? placeOf(source, quote, 0);
    if (place === null) {
      problems.push(`${row.file} does not say ${name}: quote it word for word`);
      return row;
    }
    cursors.set(row.file, place.end);
    if (row.file === REQUEST_FILE) places.push(place);
    return { ...row, lines: linesOf(source, place) };
  };
  const forgotten = () => {
    const source = sourceOf(REQUEST_FILE);
    if (source === undefined) return [];
    return uncovered(source, places).map(
      ({ line, text }) =>
        `${REQUEST_FILE} line ${line}: ${JSON.stringify(text)} is no requirement and not under demands_nothing`,
    );
  };
  return { locate, forgotten, problems };
}

function startOf({ starts }: SourceText, lines: string | undefined): number | undefined {
  return lines === undefined ? undefined : starts[Number.parseInt(lines, 10) - 1];
}
