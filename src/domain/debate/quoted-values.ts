/** A text in backticks, or in straight or typographic double quotes. */
const QUOTED = /`([^`\n]+)`|"([^"\n]+)"|“([^”\n]+)”/g;
/** A text of one character is found anywhere, and shows nothing. */
const MIN_CHARACTERS = 2;

/** The values that a text quotes: what a test of it can be expected to name. */
export function quotedValues(text: string): string[] {
  const values = [...text.matchAll(QUOTED)].map(([, code, plain, typed]) => code ?? plain ?? typed ?? "");
  return [...new Set(values.filter((value) => value.trim().length >= MIN_CHARACTERS))];
}

/**
 * Whether code names a value: word for word, or as code that a formatter has laid out differently. White space within a
 * quoted part of the value is always kept, because it may be what the value is about.
 */
export function namesValue(code: string, value: string): boolean {
  const plain = unescaped(code);
  if (code.includes(value) || plain.includes(value)) return true;
  if (!/[()[\]{},]/.test(value)) return false;
  const parts = quotedValues(value.replaceAll("'", '"'));
  return squeezed(plain).includes(squeezed(value)) && parts.every((part) => plain.includes(part));
}

/** As the value is, and not as a string literal spells it. */
function unescaped(code: string): string {
  const named: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
  return code.replace(/\\(["'`\\ntr])/g, (_whole, sign: string) => named[sign] ?? sign);
}

/** Without white space, and with one kind of quotation mark. */
function squeezed(code: string): string {
  return code
    .replace(/\s+/g, "")
    .replace(/["`]/g, "'")
    .replace(/,(?=[)\]}])/g, "");
}
