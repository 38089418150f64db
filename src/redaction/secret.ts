/** Something that nobody outside this process may read. */
export type Secret = {
  /** What stands in its place: `[redacted: <name>]`. */
  readonly name: string;
  readonly value: string;
  /**
   * Made by a machine: then a piece of it is recognised, too, because nothing else looks like it. A secret that a person
   * chose may be made of words, so only the whole of it counts.
   */
  readonly random: boolean;
};

/** A shorter value would be found all over ordinary text, and could be guessed anyway. */
export const SHORTEST_SECRET = 12;

/** Every key of a kind begins alike; this much of it is no secret, and stands in other people's keys. */
const ALIKE_IN_KEYS = 32;
const ALIKE_IN_DER = 24;
const SHORTEST_LINE = 24;
const SIGNATURE_END = 80;

/** The byte strings whose encodings give a secret away. */
export function formsOf({ value }: Secret): Buffer[] {
  if (value.length < SHORTEST_SECRET) return [];
  const body = keyBody(value);
  if (body !== null) return [...keyLines(body), Buffer.from(body, "base64").subarray(ALIKE_IN_DER)];
  return [Buffer.from(isSigned(value) ? value.slice(-SIGNATURE_END) : value)];
}

/** Its head is the same in every token of a kind, its middle says nothing secret: the end of the signature is what makes it work. */
function isSigned(value: string): boolean {
  return /eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(value) && value.length > 2 * SIGNATURE_END;
}

/** What stands between the lines of a PEM, which environments also carry on one line or in base64. */
function keyBody(value: string): string | null {
  const text = value.includes("-----BEGIN") ? value : Buffer.from(value, "base64").toString("latin1");
  const found = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----([^-]+)-----END/.exec(text.replaceAll("\\n", "\n"));
  return found?.[1]?.replaceAll(/\s/g, "") ?? null;
}

/** Line by line, as they are wrapped: whatever ends a line, each is found by itself. */
function keyLines(body: string): Buffer[] {
  const lines = body.match(/.{1,64}/g) ?? [];
  const [first = "", ...others] = lines;
  return [first.slice(ALIKE_IN_KEYS), ...others]
    .filter((line) => line.length >= SHORTEST_LINE)
    .map((line) => Buffer.from(line));
}
