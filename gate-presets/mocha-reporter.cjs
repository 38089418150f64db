/**
 * A reporter for mocha that writes what ours for `node --test` does: one JSON line a test, then `{"kind":"end"}`. Mocha's TAP
 * joins suites and title by a space, and its JSON forgets what hooks belong to. Into a file, because tests print, too.
 */
const { writeFileSync } = require("node:fs");

const CANARY = /^factory_canary_[0-9a-f]{16}$/;

module.exports = class FactoryReporter {
  constructor(runner, { reporterOption, reporterOptions }) {
    const lines = [];
    const note = (line) => lines.push(JSON.stringify(line));
    runner.on("pass", (test) => note(describe(test, "passed", null)));
    runner.on("pending", (test) => note(describe(test, "skipped", null)));
    runner.on("fail", (test, error) => {
      note(describe(test, "failed", error));
      // A canary must fail; the exit code is the number of failures, and this one is no failure of the suite's.
      if (test.type === "test" && CANARY.test(test.title)) runner.failures -= 1;
    });
    runner.once("end", () => {
      note({ kind: "end" });
      writeFileSync((reporterOption ?? reporterOptions).output, `${lines.join("\n")}\n`);
    });
  }
};

function describe(test, status, error) {
  return {
    kind: "test",
    file: test.file ?? test.parent?.file ?? null,
    titles: test.titlePath().filter((title) => title !== ""),
    status,
    duration_ms: test.duration ?? 0,
    is_file: false,
    phase: test.type === "hook" ? "hook" : "test",
    error: error === null ? null : [error?.code, error?.stack ?? String(error)].filter((part) => part).join("\n"),
  };
}
