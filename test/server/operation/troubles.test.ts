import { describe, expect, it } from "vitest";
import { createTroubles } from "../../../src/server/operation/troubles.js";

function listening() {
  const lines: string[] = [];
  const at = (level: string) => (_: object, message: string) => void lines.push(`${level}: ${message}`);
  const log = { info: at("info"), warn: at("warn"), error: at("error") };
  return { lines, troubles: createTroubles(log, (text) => text.replaceAll("hunter2", "***")) };
}

const away = (reason: string) => ({ code: "unreachable", message: `GitHub cannot be reached (${reason}).` });
const answered = (status: number) => ({ code: "github", message: `GitHub answered ${status}.`, details: { status } });

describe("the list of what the App waits for", () => {
  it("is logged when an entry begins, changes and ends, however often it is tried, and shows the last reason", () => {
    const { lines, troubles } = listening();
    for (const why of [away("1"), away("2"), answered(502), answered(502), answered(503)])
      troubles.record("GitHub", why);
    expect(troubles.words()).toEqual(["GitHub answered 503."]);
    troubles.record("GitHub", null);
    troubles.record("GitHub", null);
    expect(troubles.words()).toEqual([]);
    expect(lines).toEqual([
      "warn: GitHub cannot be reached (1). The App tries again by itself.",
      "warn: GitHub answered 502. The App tries again by itself.",
      "warn: GitHub answered 503. The App tries again by itself.",
      "info: GitHub answers now; the App goes on",
    ]);
  });

  it("may have several entries, one of them an error because only a person can end it, and no secrets", () => {
    const { lines, troubles } = listening();
    troubles.record("GitHub", { code: "credentials", message: "GitHub does not accept them." });
    troubles.record("The database", { code: "database", message: "It says: hunter2." });
    expect(troubles.words()).toEqual(["GitHub does not accept them.", "It says: ***."]);
    expect(lines).toEqual([
      "error: GitHub does not accept them. The App tries again by itself.",
      "warn: It says: ***. The App tries again by itself.",
    ]);
  });
});
