/**
 * Globs as in git, with lists in braces, matched in time proportional to pattern times path. A regular expression would
 * backtrack: one pattern and one long name could keep it busy for years. It would also read groups and repetitions that
 * nobody meant. Brackets, plus signs and bars are ordinary characters of a file name.
 */
export type Glob = (segments: readonly string[]) => boolean;

type Segment = "any number" | ((name: string) => boolean);

/** `**` is any number of folders, none included; `*` and `?` stay within one. */
export function globMatcher(glob: string): Glob {
  const alternatives = expandBraces(glob).map((alternative) =>
    alternative
      .split("/")
      .filter((segment) => segment !== "" && segment !== ".")
      .map((segment): Segment => (segment === "**" ? "any number" : nameMatcher(segment))),
  );
  return (segments) => alternatives.some((alternative) => matchesPath(alternative, segments));
}

/** Only the last `**` that was passed has to be tried again. */
function matchesPath(requested: readonly Segment[], segments: readonly string[]): boolean {
  let at = 0;
  let next = 0;
  let again: { readonly next: number; at: number } | undefined;
  while (at < segments.length) {
    const segment = requested[next];
    if (segment === "any number") {
      next += 1;
      again = { next, at };
    } else if (segment?.(segments[at] ?? "") === true) {
      at += 1;
      next += 1;
    } else if (again !== undefined) {
      again.at += 1;
      at = again.at;
      next = again.next;
    } else return false;
  }
  return requested.slice(next).every((rest) => rest === "any number");
}

/**
 * Which characters are allowed at a place in a name, and to which place they lead. A star leads back to its own place.
 */
type Step = { readonly accepts: (character: string) => boolean; readonly to: number };

function nameMatcher(pattern: string): (name: string) => boolean {
  if (!/[*?[]/.test(pattern)) return (name) => name === pattern;
  // Each star is in one place only, so nothing is tried twice.
  if (/^[^*?[]*\*[^*?[]*$/.test(pattern)) {
    const [before = "", after = ""] = pattern.split("*");
    return (name) => name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
  }
  const { steps, end } = stepsOf([...pattern]);
  return (name) => {
    let places: ReadonlySet<number> = new Set([0]);
    for (const character of name) {
      const next = new Set<number>();
      for (const place of places)
        for (const { accepts, to } of steps[place] ?? []) if (accepts(character)) next.add(to);
      if (next.size === 0) return false;
      places = next;
    }
    return places.has(end);
  };
}

/** The steps by their starting place, and the place where a name may end. */
function stepsOf(characters: readonly string[]): {
  readonly steps: readonly (readonly Step[])[];
  readonly end: number;
} {
  const steps: Step[][] = [[]];
  const place = () => steps.push([]) - 1;
  let at = 0;
  const literally = (text: readonly string[]) => {
    let from = at;
    for (const requested of text) {
      const to = place();
      steps[from]?.push({ accepts: (character) => character === requested, to });
      from = to;
    }
    return from;
  };
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? "";
    const close = character === "[" ? closingBracket(characters, index) : -1;
    if (character === "*") steps[at]?.push({ accepts: () => true, to: at });
    else if (character === "?") {
      const to = place();
      steps[at]?.push({ accepts: () => true, to });
      at = to;
    } else if (close !== -1) {
      // File names contain brackets, too: `[id].ts` matches the file of that name as well as `i.ts` and `d.ts`.
      const to = literally(characters.slice(index, close + 1));
      steps[at]?.push({ accepts: setOf(characters.slice(index + 1, close)), to });
      at = to;
      index = close;
    } else at = literally([character]);
  }
  return { steps, end: at };
}

/** A closing bracket right after the opening one, or after its negation, belongs to the set. */
function closingBracket(characters: readonly string[], open: number): number {
  const first = ["!", "^"].includes(characters[open + 1] ?? "") ? open + 2 : open + 1;
  return characters.indexOf("]", first + 1);
}

function setOf(inside: readonly string[]): (character: string) => boolean {
  const negated = inside[0] === "!" || inside[0] === "^";
  const members = negated ? inside.slice(1) : inside;
  const ranges: (readonly [string, string])[] = [];
  for (let index = 0; index < members.length; index += 1) {
    const from = members[index] ?? "";
    const isRange = members[index + 1] === "-" && index + 2 < members.length;
    ranges.push([from, isRange ? (members[index + 2] ?? from) : from]);
    if (isRange) index += 2;
  }
  return (character) => ranges.some(([from, to]) => character >= from && character <= to) !== negated;
}

type Braces = { readonly before: string; readonly parts: readonly string[]; readonly after: string };

/** The first pair of braces that contains a list. */
function bracesIn(glob: string): Braces | undefined {
  for (let open = glob.indexOf("{"); open !== -1; open = glob.indexOf("{", open + 1)) {
    const parts: string[] = [];
    let depth = 0;
    let from = open + 1;
    for (let at = open; at < glob.length; at += 1) {
      const character = glob.charAt(at);
      if (character === "{") depth += 1;
      if (character === "}") depth -= 1;
      if ((character === "," && depth === 1) || depth === 0) {
        parts.push(glob.slice(from, at));
        from = at + 1;
      }
      if (depth === 0) break;
    }
    if (depth === 0 && parts.length > 1) return { before: glob.slice(0, open), parts, after: glob.slice(from) };
  }
  return undefined;
}

function expandBraces(glob: string): string[] {
  const braces = bracesIn(glob);
  if (braces === undefined) return [glob];
  const { before, parts, after } = braces;
  return parts.flatMap((part) => expandBraces(`${before}${part}${after}`));
}

/** How many globs without braces the pattern expands to, counted without expanding it. Counting stops at `most`. */
export function alternativesOf(glob: string, most: number): number {
  const open: string[] = [glob];
  let count = 0;
  while (open.length > 0 && count + open.length <= most) {
    const braces = bracesIn(open.pop() ?? "");
    if (braces === undefined) count += 1;
    else open.push(...braces.parts.map((part) => `${braces.before}${part}${braces.after}`));
  }
  return count + open.length;
}
