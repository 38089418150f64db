const KEPT = 4_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences of terminals are what it removes
const COLOURS = /\u001b\[[0-9;]*[A-Za-z]/g;

/** The useful part of a failing test's output: no colours, both ends, and a line that marks the cut. */
export function boundOutput(text: string, kept = KEPT): string {
  const plain = text.replaceAll(COLOURS, "").trim();
  if (plain.length <= kept) return plain;
  const half = Math.floor(kept / 2);
  return `${plain.slice(0, half)}\n[... ${plain.length - 2 * half} characters left out ...]\n${plain.slice(-half)}`;
}
