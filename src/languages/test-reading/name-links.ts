/** The names and the texts in a piece of code. */
export type Mentions = { readonly names: ReadonlySet<string>; readonly literals: readonly string[] };

/** A piece of code that links names: the names it makes (if none, it links all of them), and the names it uses. */
export type NameLink = { readonly makes: readonly string[]; readonly mentions: Mentions };

/**
 * Everything that a piece of code depends on: its own names and, through declarations and statements, the names these
 * come from. Two names in one statement are linked, so a callback's result leads back to the call that fills it.
 */
export function restsOn(start: Mentions, links: readonly NameLink[]): Mentions {
  const names = new Set(start.names);
  const literals = [...start.literals];
  let open = links;
  for (let grew = true; grew; ) {
    const reached = open.filter((link) => leadsFrom(link, names));
    for (const { mentions } of reached) {
      for (const name of mentions.names) names.add(name);
      literals.push(...mentions.literals);
    }
    const done = new Set(reached);
    open = open.filter((link) => !done.has(link));
    grew = reached.length > 0;
  }
  return { names, literals };
}

/** A declaration is found by the names it makes, any other statement by every name in it. */
function leadsFrom({ makes, mentions }: NameLink, requested: ReadonlySet<string>): boolean {
  if (makes.length > 0) return makes.some((name) => requested.has(name));
  for (const name of mentions.names) if (requested.has(name) && !COMMON.has(name)) return true;
  return false;
}

/** Names that link nothing, because any statement may have them. */
const COMMON: ReadonlySet<string> = new Set(
  `console Object Array JSON Promise Math String Number Error Date undefined process length push then done
   t expect assert it test describe vi jest sinon self print len str int list dict set True False None pytest`.split(
    /\s+/,
  ),
);
