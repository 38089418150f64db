import { redact, seek } from "./redact.js";
import type { Secret } from "./secret.js";
import { LOG_FORMATS, TOKEN_FORMATS } from "./token-formats.js";

/** Removes secrets from output. */
export type Redactor = {
  /** For texts that people and models read: known secrets, and every text with the format of a credential. */
  text(text: string): string;
  /**
   * For source files: known secrets only, because tests of a product may contain values that only look like
   * credentials.
   */
  file(text: string): string;
  /** For logs, where every text after `Bearer` is a credential. */
  log(text: string): string;
  /** Adds a secret until it expires. */
  learn(secret: Secret, untilMs: number): void;
};

/** The number of temporary tokens that are remembered, newest first. Older ones are still found by their format. */
const MOST_LEARNED = 200;

export function createRedactor(lasting: readonly Secret[], now: () => number): Redactor {
  const known = seek(lasting, []);
  const inText = { ...known, formats: TOKEN_FORMATS };
  const inLog = { ...known, formats: [...TOKEN_FORMATS, ...LOG_FORMATS] };
  let passing: readonly { readonly secret: Secret; readonly untilMs: number }[] = [];
  return {
    text: (text) => redact(text, inText),
    file: (text) => redact(text, known),
    log: (text) => redact(text, inLog),
    learn(secret, untilMs) {
      const live = passing.filter((learned) => learned.untilMs > now()).slice(1 - MOST_LEARNED);
      const gone = passing.filter((learned) => !live.includes(learned));
      if (gone.length > 0) known.index.remove(new Set(gone.map((learned) => learned.secret)));
      known.index.add(secret);
      passing = [...live, { secret, untilMs }];
    },
  };
}
