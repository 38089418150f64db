import type { MutantOperator } from "../../domain/gates/mutation-report.js";
import type { MutableFile } from "./mutant.js";

/** A part of a file that mutants replace. An empty text removes a statement. */
export type Site = {
  readonly kind: "expression" | "statement";
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly within: string;
  readonly changes: readonly {
    readonly operator: MutantOperator;
    readonly change: string;
    readonly text: string;
  }[];
};

/** One replacement, and the name that activates it. */
type Variant = { readonly name: string; readonly text: string };

/** How a language chooses between the original of a site and its variants, at run time. */
export type Choice = (kind: Site["kind"], original: string, variants: readonly Variant[]) => string;

/** Puts the mutants of all sites into a file. A site may stand inside another one: only one mutant is ever active. */
export function weave(
  text: string,
  found: readonly Site[],
  choice: Choice,
  frame: (body: string) => string,
): MutableFile {
  const sites = joined(found);
  const firsts: number[] = [];
  const mutants = sites.flatMap((site, index) => {
    firsts[index] = (firsts[index - 1] ?? 0) + (sites[index - 1]?.changes.length ?? 0);
    return site.changes.map(({ operator, change }) => ({ line: site.line, operator, change, within: site.within }));
  });
  return {
    mutants,
    prepared(nameOf) {
      const render = (from: number, to: number, first: number, last: number): string => {
        let written = "";
        let at = from;
        for (let index = first; index < last; ) {
          const site = sites[index] as Site;
          const next = afterInner(sites, index, last);
          const inner = render(site.start, site.end, index + 1, next);
          const variants = site.changes.map((change, nth) => ({
            name: nameOf((firsts[index] ?? 0) + nth),
            text: change.text,
          }));
          written += text.slice(at, site.start) + choice(site.kind, inner, variants);
          at = site.end;
          index = next;
        }
        return written + text.slice(at, to);
      };
      return frame(render(0, text.length, 0, sites.length));
    },
  };
}

/** The first site that does not stand inside this one. */
function afterInner(sites: readonly Site[], index: number, last: number): number {
  const { end } = sites[index] as Site;
  let next = index + 1;
  while (next < last && (sites[next] as Site).start < end) next += 1;
  return next;
}

/** In the order of the text, the outer one first, and one site for each part. */
function joined(found: readonly Site[]): Site[] {
  const sites = new Map<string, Site>();
  for (const site of found) {
    const key = `${site.kind} ${site.start} ${site.end}`;
    const other = sites.get(key);
    sites.set(key, other === undefined ? site : { ...other, changes: [...other.changes, ...site.changes] });
  }
  const rank = ({ kind }: Site) => (kind === "statement" ? 0 : 1);
  return [...sites.values()].sort((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b));
}
