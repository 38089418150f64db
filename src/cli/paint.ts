/** Colours for a terminal; plain text for files, pipes and users with NO_COLOR (no-color.org). */
export type Paint = Readonly<Record<"good" | "bad" | "busy" | "dim", (text: string) => string>>;

const CODES = { good: 32, bad: 31, busy: 33, dim: 2 } as const;

export function paintFor(
  stream: { readonly isTTY?: boolean },
  variables: Readonly<Record<string, string | undefined>>,
): Paint {
  const coloured = stream.isTTY === true && !variables.NO_COLOR && !isDumb(variables);
  const by = (code: number) => (text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { good: by(CODES.good), bad: by(CODES.bad), busy: by(CODES.busy), dim: by(CODES.dim) };
}

/** A terminal that can only append lines, as in editors and logs: no colours, no redrawing. */
export function isDumb({ TERM }: Readonly<Record<string, string | undefined>>): boolean {
  return TERM === "dumb";
}
