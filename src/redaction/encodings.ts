/**
 * One encoding of bytes as text. Only letters and digits count, in any case. So base64 and its form for addresses are
 * one encoding, `67:68` and `%67%68` are one, `&#103;` and `[103, 104]` are one, and line breaks do not matter.
 */
export type Encoding = {
  readonly name: string;
  /** This many characters in a row cannot match by chance. */
  readonly block: number;
  /** More than one form if the encoding depends on the preceding bytes. */
  readonly write: (bytes: Buffer) => readonly string[];
};

export const ENCODINGS: readonly Encoding[] = [
  { name: "as it is", block: 12, write: (bytes) => [latin(bytes)] },
  { name: "backwards", block: 12, write: (bytes) => [backwards(latin(bytes))] },
  { name: "rot13", block: 12, write: (bytes) => [rot13(latin(bytes))] },
  {
    name: "url",
    block: 12,
    write: (bytes) => [encodeURIComponent(latin(bytes)), latin(bytes).replaceAll(/[^A-Za-z0-9]/g, percent)],
  },
  { name: "html", block: 12, write: (bytes) => [latin(bytes).replaceAll(/[&<>"']/g, (sign) => HTML[sign] ?? sign)] },
  {
    name: "json in ascii",
    block: 12,
    write: (bytes) => [latin(bytes).replaceAll(/[^\w\s.-]/g, (sign) => `u${hex16(sign)}`)],
  },
  { name: "base64", block: 12, write: base64 },
  {
    name: "base64 of the text backwards",
    block: 12,
    write: (bytes) => base64(Buffer.from(backwards(latin(bytes)), "latin1")),
  },
  { name: "base64, backwards", block: 12, write: (bytes) => base64(bytes).map(backwards) },
  { name: "base64 of utf-16", block: 16, write: (bytes) => base64(wide(bytes)) },
  { name: "base64 of base64", block: 16, write: (bytes) => base64(bytes).flatMap((text) => base64(Buffer.from(text))) },
  { name: "base64 of hex", block: 16, write: (bytes) => base64(Buffer.from(bytes.toString("hex"))) },
  { name: "base32", block: 16, write: base32 },
  { name: "hex", block: 24, write: (bytes) => [bytes.toString("hex")] },
  {
    name: "hex, backwards",
    block: 24,
    write: (bytes) => [backwards(bytes.toString("hex")), Buffer.from(bytes).reverse().toString("hex")],
  },
  {
    name: "hex of base64",
    block: 24,
    write: (bytes) => base64(bytes).map((text) => Buffer.from(text).toString("hex")),
  },
  {
    name: "hex of utf-16",
    block: 24,
    write: (bytes) => [wide(bytes).toString("hex"), `00${wide(bytes).toString("hex").slice(0, -2)}`],
  },
  { name: "hex, each byte with x", block: 24, write: (bytes) => [each(bytes, (byte) => `x${two(byte)}`)] },
  { name: "hex, each byte with 0x", block: 24, write: (bytes) => [each(bytes, (byte) => `0x${two(byte)}`)] },
  { name: "unicode escapes", block: 48, write: (bytes) => [each(bytes, (byte) => `u00${two(byte)}`)] },
  {
    name: "numbers",
    block: 24,
    write: (bytes) => [each(bytes, String), each(bytes, (byte) => String(byte).padStart(3, "0"))],
  },
  {
    name: "octal",
    block: 24,
    write: (bytes) => [
      each(bytes, (byte) => byte.toString(8)),
      each(bytes, (byte) => byte.toString(8).padStart(3, "0")),
    ],
  },
  { name: "bits", block: 96, write: (bytes) => [each(bytes, (byte) => byte.toString(2).padStart(8, "0"))] },
];

const HTML: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "39" };

const latin = (bytes: Buffer): string => bytes.toString("latin1");
const backwards = (text: string): string => [...text].reverse().join("");
const two = (byte: number): string => byte.toString(16).padStart(2, "0");
const hex16 = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(4, "0");
const percent = (sign: string): string => `%${two(sign.charCodeAt(0))}`;
const each = (bytes: Buffer, write: (byte: number) => string): string => [...bytes].map(write).join("");
const wide = (bytes: Buffer): Buffer => Buffer.from(latin(bytes), "utf16le");

function rot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const start = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
  });
}

/** Three forms, by the number of preceding bytes. Characters that depend on neighbouring bytes are left out. */
function base64(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replaceAll("=", "");
    const whole = (before + bytes.length) % 3 === 0;
    return text.slice(before === 0 ? 0 : before + 1, whole ? undefined : -1);
  });
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Five forms, for the same reason. */
function base32(bytes: Buffer): string[] {
  return [0, 1, 2, 3, 4].map((before) => {
    const bits = "0".repeat(before * 8) + each(bytes, (byte) => byte.toString(2).padStart(8, "0"));
    const first = Math.ceil((before * 8) / 5);
    const signs = (bits.match(/.{5}/g) ?? []).slice(first);
    return signs.map((five) => BASE32[Number.parseInt(five, 2)]).join("");
  });
}
