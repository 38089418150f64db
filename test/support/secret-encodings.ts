import type { Secret } from "../../src/redaction/secret.js";

/** Encodings that could carry a text past a search for it. They are written independently of that search. */
export const ENCODERS: Readonly<Record<string, (secret: string) => string>> = {
  "as it is": (secret) => secret,
  "inside a sentence": (secret) => `the key is "${secret}", keep it`,
  "upper case": (secret) => secret.toUpperCase(),
  backwards: (secret) => [...secret].reverse().join(""),
  rot13: (secret) =>
    secret.replace(/[a-z]/gi, (c) => String.fromCharCode(c.charCodeAt(0) + (c.toLowerCase() < "n" ? 13 : -13))),
  base64: (secret) => Buffer.from(secret).toString("base64"),
  "base64 for addresses": (secret) => Buffer.from(secret).toString("base64url"),
  "base64 after one byte": (secret) => Buffer.from(`:${secret}`).toString("base64"),
  "base64 after two bytes": (secret) => Buffer.from(`a:${secret}!`).toString("base64"),
  "base64 of base64": (secret) => Buffer.from(Buffer.from(secret).toString("base64")).toString("base64"),
  "base64 of utf-16": (secret) => Buffer.from(secret, "utf16le").toString("base64"),
  "base64 of hex": (secret) => Buffer.from(Buffer.from(secret).toString("hex")).toString("base64"),
  "base64 in lines": (secret) =>
    Buffer.from(secret)
      .toString("base64")
      .replace(/(.{10})/g, "$1\n"),
  base32: (secret) => base32(secret),
  hex: (secret) => Buffer.from(secret).toString("hex"),
  "hex in capitals with colons": (secret) =>
    bytes(secret, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(":"),
  "percent signs": (secret) => bytes(secret, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  "for an address": (secret) => encodeURIComponent(secret),
  "quoted printable": (secret) =>
    bytes(secret, (byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  "x escapes": (secret) => bytes(secret, (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""),
  "unicode escapes": (secret) => bytes(secret, (byte) => `\\u${byte.toString(16).padStart(4, "0")}`).join(""),
  "html entities": (secret) => bytes(secret, (byte) => `&#${byte};`).join(""),
  "html entities in hex": (secret) => bytes(secret, (byte) => `&#x${byte.toString(16)};`).join(""),
  "a list of numbers": (secret) => JSON.stringify([...Buffer.from(secret)]),
  octal: (secret) => bytes(secret, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join(""),
  bits: (secret) => bytes(secret, (byte) => byte.toString(2).padStart(8, "0")).join(" "),
  json: (secret) => JSON.stringify({ secret }),
  "json in json": (secret) => JSON.stringify(JSON.stringify({ secret })),
  "letter by letter": (secret) => [...secret].join(" "),
  "a list of letters": (secret) => JSON.stringify([...secret]),
  "in lines": (secret) => secret.replace(/(.{7})/g, "$1\n"),
  "pieces put together": (secret) => `"${secret.replace(/(.{9})/g, '$1" + "')}"`,
  "with characters nobody sees": (secret) => [...secret].join("\u200b"),
  "full width": (secret) => secret.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
};

function bytes(text: string, write: (byte: number) => string): string[] {
  return [...Buffer.from(text)].map(write);
}

function base32(text: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  let bits = 0n;
  for (const byte of Buffer.from(text)) bits = (bits << 8n) | BigInt(byte);
  const missing = (5 - ((Buffer.byteLength(text) * 8) % 5)) % 5;
  let rest = bits << BigInt(missing);
  let result = "";
  for (let left = Buffer.byteLength(text) * 8 + missing; left > 0; left -= 5) {
    result = `${alphabet[Number(rest & 31n)]}${result}`;
    rest >>= 5n;
  }
  return result;
}

/** Decodes an encoded text, as a person who found it would. No encoded form may reveal more than this. */
export function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "");
}

/** The secrets in a text, with their encodings. Characters between the letters do not hide them. */
export function secretsShown(text: string, secrets: readonly Pick<Secret, "name" | "value">[]): string[] {
  const letters = lettersOf(text);
  return secrets.flatMap(({ name, value }) =>
    Object.entries(ENCODERS)
      .filter(([, encode]) => letters.includes(lettersOf(encode(value))))
      .map(([encoding]) => `${name}, ${encoding}`),
  );
}
