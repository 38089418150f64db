import type { Refusal } from "../../domain/refusal.js";

type Log = Readonly<Record<"info" | "warn" | "error", (facts: object, message: string) => void>>;

/** Only a person can end these. */
const FOR_A_PERSON: ReadonlySet<string> = new Set(["credentials", "not-github"]);

/** What the App waits for at the moment, by name, and why. */
export type Troubles = {
  /** The present problem; null if there is none. The log has a line for each change, not for each try. */
  record(name: string, why: Refusal | null): void;
  /** The problems in words, for `/readyz`. */
  words(): readonly string[];
};

export function createTroubles(log: Log, redact: (text: string) => string): Troubles {
  const now = new Map<string, Refusal>();
  return {
    record(name, why) {
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

/** The identity of a problem in the log. Details such as the local port differ with every try. */
function kindOf({ code, details }: Refusal): string {
  return `${code} ${String(details?.status ?? "")}`;
}
