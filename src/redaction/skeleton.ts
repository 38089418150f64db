/** A text's letters and digits, in one case and without what stands between them, and where each was. */
export type Skeleton = {
  /** 0 to 9 and a to z as 0 to 35. */
  readonly signs: Uint8Array;
  /** Where each sign begins in the text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
};

const NONE = 255;
const SIGN_OF = Uint8Array.from({ length: 128 }, (_, code) => signOf(String.fromCharCode(code)));

function signOf(character: string): number {
  const value = /[0-9a-z]/i.test(character) ? Number.parseInt(character, 36) : Number.NaN;
  return Number.isNaN(value) ? NONE : value;
}

/** Full-width, superscript and other dressed-up letters count as what they stand for. */
export function skeletonOf(text: string): Skeleton {
  const capacity = text.length * 4;
  const isPlain = /^[\0-\x7f]*$/.test(text);
  const signs = new Uint8Array(isPlain ? text.length : capacity);
  const starts = new Int32Array(signs.length);
  const ends = new Int32Array(signs.length);
  let count = 0;
  const add = (sign: number | undefined, start: number, end: number) => {
    if (sign === undefined || sign === NONE || count === signs.length) return;
    signs[count] = sign;
    starts[count] = start;
    ends[count] = end;
    count += 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      add(SIGN_OF[code], at, at + 1);
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? code);
    const end = at + character.length;
    for (const plain of character.normalize("NFKC")) {
      if (plain < "\x80") add(SIGN_OF[plain.charCodeAt(0)], at, end);
    }
    at = end - 1;
  }
  return { signs: signs.subarray(0, count), starts: starts.subarray(0, count), ends: ends.subarray(0, count) };
}
