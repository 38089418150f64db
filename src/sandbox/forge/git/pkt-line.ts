/** git's wire framing: four hexadecimal digits of length, then the data; `0000` ends a section. */
export const FLUSH = Buffer.from("0000");

export function pktLine(data: string | Buffer): Buffer {
  const payload = Buffer.from(data);
  return Buffer.concat([Buffer.from((payload.length + 4).toString(16).padStart(4, "0")), payload]);
}

/** The lines up to the first flush, and the remaining bytes. */
export function readSection(buffer: Buffer): { lines: Buffer[]; rest: Buffer } {
  const lines: Buffer[] = [];
  for (let at = 0; at + 4 <= buffer.length; ) {
    const length = Number.parseInt(buffer.toString("latin1", at, at + 4), 16);
    if (!(length >= 4)) return { lines, rest: buffer.subarray(at + 4) };
    lines.push(buffer.subarray(at + 4, at + length));
    at += length;
  }
  return { lines, rest: Buffer.alloc(0) };
}

const SIDEBAND_MAX = 65_515;

/** Data on side-band 1, in frames of at most the allowed size. */
export function sideband(data: Buffer): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at < data.length; at += SIDEBAND_MAX) {
    frames.push(pktLine(Buffer.concat([Buffer.from([1]), data.subarray(at, at + SIDEBAND_MAX)])));
  }
  return Buffer.concat(frames);
}
