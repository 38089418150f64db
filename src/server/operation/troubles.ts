import type { Refusal } from "../../domain/refusal.js";

type Log = Readonly<Record<"info" | "warn" | "error", (facts: object, message: string) => void>>;

/** Only a person ends these. */
const FOR_A_PERSON: ReadonlySet<string> = new Set(["credentials", "not-github"]);

/** What the App waits for at the moment, by name, and why. */
export type Troubles = {
  /** Why it does not work now; null when it does. The log gets a line when it begins, becomes another and ends, not for each try. */
  hear(name: string, why: Refusal | null): void;
  /** For whoever asks why the App is not ready. */
  words(): readonly string[];
};

export function createTroubles(log: Log, redact: (text: string) => string): Troubles {
  const now = new Map<string, Refusal>();
  return {
    hear(name, why) {
      const before = now.get(name);
      if (why === null) {
        now.delete(name);
        if (before !== undefined) log.info({ waited: before.code }, `${name} answers now; the App goes on`);
        return;
      }
      now.set(name, why);
      if (before !== undefined && kindOf(before) === kindOf(why)) return;
      const level = FOR_A_PERSON.has(why.code) ? "error" : "warn";
      log[level]({ code: why.code }, `${redact(why.message)} The App tries again by itself.`);
    },
    words: () => [...now.values()].map(({ message }) => redact(message)),
  };
}

/** What names a trouble in the log: details of one failure, such as the port that was dialled from, differ with every try. */
function kindOf({ code, details }: Refusal): string {
  return `${code} ${String(details?.status ?? "")}`;
}
