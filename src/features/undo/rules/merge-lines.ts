/** The three texts of a merge: the common base, and both sides. */
export type ThreeTexts = { readonly base: string; readonly ours: string; readonly theirs: string };

/** The limit of comparisons. A larger file needs a person. */
const MAX_CELLS = 4_000_000;

/**
 * Three-way merge by lines: a change of one side is taken, equal changes of both are taken once, and different changes
 * in the same or in adjacent lines are a conflict. Undefined: a conflict, or too large to compare.
 */
export function mergeLines({ base, ours, theirs }: ThreeTexts): string | undefined {
  const [from, left, right] = [linesOf(base), linesOf(ours), linesOf(theirs)];
  const [changedLeft, changedRight] = [changesOf(from, left), changesOf(from, right)];
  if (changedLeft === undefined || changedRight === undefined) return undefined;
  const merged: string[] = [];
  let at = 0;
  const pending = [...changedLeft, ...changedRight].sort((a, b) => a.from - b.from || a.to - b.to);
  for (let index = 0; index < pending.length; index += 1) {
    const change = pending[index];
    const next = pending[index + 1];
    if (change === undefined) break;
    if (next !== undefined && next.from <= change.to) {
      if (!isSame(change, next)) return undefined;
      index += 1; // both sides made the same change
    }
    merged.push(...from.slice(at, change.from), ...change.lines);
    at = change.to;
  }
  return [...merged, ...from.slice(at)].join("");
}

/** Each line with its own end, so that a missing last newline is a change like any other. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Lines `from` up to `to` of the base were replaced. */
type Change = { readonly from: number; readonly to: number; readonly lines: readonly string[] };

function isSame(a: Change, b: Change): boolean {
  return a.from === b.from && a.to === b.to && a.lines.join("") === b.lines.join("");
}

function changesOf(base: readonly string[], side: readonly string[]): Change[] | undefined {
  let start = 0;
  while (start < base.length && start < side.length && base[start] === side[start]) start += 1;
  let end = 0;
  while (
    end < base.length - start &&
    end < side.length - start &&
    base[base.length - 1 - end] === side[side.length - 1 - end]
  ) {
    end += 1;
  }
  const from = base.slice(start, base.length - end);
  const to = side.slice(start, side.length - end);
  if ((from.length + 1) * (to.length + 1) > MAX_CELLS) return undefined;
  return changesBetween(from, to).map((change) => ({ ...change, from: change.from + start, to: change.to + start }));
}

/** By the longest common subsequence: what is not in it was replaced. */
function changesBetween(from: readonly string[], to: readonly string[]): Change[] {
  const common = commonLengths(from, to);
  const width = to.length + 1;
  const changes: Change[] = [];
  let [i, j] = [0, 0];
  let open: { from: number; lines: string[] } | undefined;
  while (i < from.length || j < to.length) {
    if (i < from.length && j < to.length && from[i] === to[j]) {
      if (open !== undefined) changes.push({ ...open, to: i });
      open = undefined;
      i += 1;
      j += 1;
      continue;
    }
    open ??= { from: i, lines: [] };
    const down = i < from.length ? (common[(i + 1) * width + j] ?? 0) : -1;
    const right = j < to.length ? (common[i * width + j + 1] ?? 0) : -1;
    if (down >= right) i += 1;
    else {
      open.lines.push(to[j] ?? "");
      j += 1;
    }
  }
  return open === undefined ? changes : [...changes, { ...open, to: i }];
}

/** The length of the longest common subsequence of the rests, for every pair of positions. */
function commonLengths(from: readonly string[], to: readonly string[]): Uint32Array {
  const width = to.length + 1;
  const lengths = new Uint32Array((from.length + 1) * width);
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        from[i] === to[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  return lengths;
}
