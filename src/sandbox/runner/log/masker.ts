/** Replaces secrets by `***` in all displayed and stored text. */
export type Masker = { readonly add: (secret: string) => void; readonly mask: (text: string) => string };

const MASK = "***";
/** A shorter piece of Base64 would also hide harmless text. */
const MIN_ENCODED_LENGTH = 8;

export function createMasker(): Masker {
  const hidden = new Set<string>();
  return {
    add: (secret) => {
      // Logs are written line by line, so a secret with several lines is hidden line by line.
      for (const line of secret.split(/\r?\n/).map((text) => text.trim())) {
        if (line !== "") for (const spelling of spellings(line)) hidden.add(spelling);
      }
    },
    mask: (text) =>
      // Longest first: a secret that contains another must be hidden completely.
      [...hidden].sort((a, b) => b.length - a.length).reduce((masked, secret) => masked.replaceAll(secret, MASK), text),
  };
}

/** The secret itself, and its forms in a URL, in JSON and in Base64 with each of the three alignments. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const encoded = [0, 1, 2].map((shift) => {
    const aligned = bytes.subarray(shift);
    return aligned.subarray(0, aligned.length - (aligned.length % 3)).toString("base64");
  });
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...encoded.filter((text) => text.length >= MIN_ENCODED_LENGTH),
  ];
}
