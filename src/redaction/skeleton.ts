/** A text's letters and digits, in one case and without anything between them, and the position of each. */
export type Skeleton = {
  /** 0 to 9 and a to z as 0 to 35. */
  readonly signs: Uint8Array;
  /** The position of each character in the text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
};

const NONE = 255;
const SIGN_OF = Uint8Array.from({ length: 128 }, (_, code) => signOf(String.fromCharCode(code)));

function signOf(character: string): number {
  const value = /[0-9a-z]/i.test(character) ? Number.parseInt(character, 36) : Number.NaN;
  return Number.isNaN(value) ? NONE : value;
}

export function skeletonOf(text: string): Skeleton {
  return /^[\0-\x7f]*$/.test(text) ? plainSkeleton(text) : fullSkeleton(text);
}

/** The usual case: every character is one byte and gives at most one letter or digit. */
function plainSkeleton(text: string): Skeleton {
  const signs = new Uint8Array(text.length);
  const starts = new Int32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = SIGN_OF[text.charCodeAt(at)] ?? NONE;
    if (sign === NONE) continue;
    signs[count] = sign;
    starts[count] = at;
    count += 1;
  }
  const found = starts.subarray(0, count);
  return { signs: signs.subarray(0, count), starts: found, ends: found.map((start) => start + 1) };
}

/** Full-width, superscript and similar letters count as the plain ones. */
function fullSkeleton(text: string): Skeleton {
  const signs: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    for (const plain of character < "\x80" ? character : character.normalize("NFKC")) {
      const sign = SIGN_OF[plain.charCodeAt(0)] ?? NONE;
      if (sign === NONE) continue;
      signs.push(sign);
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return { signs: Uint8Array.from(signs), starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}
