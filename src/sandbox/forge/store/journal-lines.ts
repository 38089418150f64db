/**
 * The lines of a journal: a checksum, a space, JSON. Each line after the header holds the changes that were saved
 * together.
 */
import { crc32 } from "node:zlib";
import { z } from "zod";
import type { Change, ReadChange } from "./change.js";
import { decode } from "./encoding.js";

/** `lines` is the number of lines with the initial snapshot. All later lines were appended. */
export const Header = z.strictObject({ forge: z.literal(1), lines: z.int().min(0) });
export type Header = z.infer<typeof Header>;

const Key = z.union([z.string(), z.number()]);
const Path = z.array(Key).min(1);
const Changes = z.array(z.union([z.tuple([Path]), z.tuple([Path, z.unknown()])]));

export function headerLine(header: Header): string {
  return line(JSON.stringify(header));
}

export function changesLine(changes: Iterable<Change>): string {
  const parts = Array.from(changes, ({ path, text }) =>
    text === undefined ? `[${JSON.stringify(path)}]` : `[${JSON.stringify(path)},${text}]`,
  );
  return line(`[${parts.join(",")}]`);
}

const checksum = (json: string | Uint8Array) => crc32(json).toString(16).padStart(8, "0");
const line = (json: string) => `${checksum(json)} ${json}\n`;

/** Undefined for a damaged line. */
export function readHeader(bytes: Buffer): Header | undefined {
  return readLine(bytes, Header);
}

export function readChanges(bytes: Buffer): ReadChange[] | undefined {
  return readLine(bytes, Changes) as ReadChange[] | undefined;
}

const CHECKSUM_LENGTH = 8;

function readLine<T>(bytes: Buffer, schema: z.ZodType<T>): T | undefined {
  const json = bytes.subarray(CHECKSUM_LENGTH + 1);
  if (bytes.toString("latin1", 0, CHECKSUM_LENGTH + 1) !== `${checksum(json)} `) return undefined;
  const read = schema.safeParse(decode(json.toString("utf8")));
  return read.success ? read.data : undefined;
}
