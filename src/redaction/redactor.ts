import { redact, seek } from "./redact.js";
import type { Secret } from "./secret.js";
import { LOG_FORMATS, TOKEN_FORMATS } from "./token-formats.js";

/** Takes secrets out of what leaves the process. */
export type Redactor = {
  /** For what people and models read: known secrets, and whatever has the form of a credential. */
  text(text: string): string;
  /** For source files: known secrets only, because a product's tests may hold what merely looks like one. */
  file(text: string): string;
  /** For logs, where anything that follows `Bearer` is a credential. */
  log(text: string): string;
  /** One more to look for, until it is worth nothing any more. */
  learn(secret: Secret, untilMs: number): void;
};

/** So many passing tokens are known by heart, the newest; older ones still show by their form. */
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
