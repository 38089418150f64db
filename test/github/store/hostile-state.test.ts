/** A state file that somebody with write access to the branch wrote to break its reader. */
import { describe, expect, it } from "vitest";
import { FactoryState } from "../../../src/engine/factory-state.js";
import { interpretState } from "../../../src/github/store/interpret-state.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { FIRST_TASK, planning } from "../../support/loop.js";

const HEAD = "a".repeat(40);
const good = writeYaml(planning, FactoryState);
/** The same file with another value in one line. */
const having = (line: RegExp, now: string) => {
  expect(good).toMatch(line);
  return good.replace(line, now);
};
const laughs = Array.from({ length: 9 }, (_, level) =>
  level === 0
    ? "a0: &a0 [x]"
    : `a${level}: &a${level} [${Array(7)
        .fill(`*a${level - 1}`)
        .join(", ")}]`,
).join("\n");
const work = (key: string) => having(/^work:\n {2}\S+:$/m, `work:\n  ${key}:`);

describe("a hostile state file", () => {
  it("differs from one that is read by its damage alone", () => {
    expect(interpretState(HEAD, good)).toMatchObject({ kind: "loaded" });
    expect(interpretState(HEAD, work(FIRST_TASK))).toMatchObject({ kind: "loaded" });
  });

  it.each([
    ["aliases that write out to millions", `${good}${laughs}\n`, /aliases/],
    ["an alias inside the value that it names", having(/^remarks: \[\]$/m, "remarks: &h [*h]"), /inside the value/],
    [
      "lists ten thousand deep",
      having(/^remarks: \[\]$/m, `remarks: ${"[".repeat(10_000)}${"]".repeat(10_000)}`),
      /depth|deep|nest/i,
    ],
    ["a key given twice", `${good}next_module: 2\n`, /duplicate/i],
    ["the key of a prototype", `${good}__proto__:\n  isAdmin: true\n`, /__proto__/],
    ["a task named like a function of every object", work("constructor"), /work/],
    ["a task named like the prototype", work("__proto__"), /__proto__/],
    ["a number that is infinite", having(/^repository_id: \d+$/m, "repository_id: 1e999"), /repository_id/],
    ["a number that no integer has", having(/^next_module: \d+$/m, "next_module: 9007199254740993"), /next_module/],
    ["a number that is none", having(/^next_module: \d+$/m, "next_module: .nan"), /next_module/],
    ["a negative number", having(/^next_module: \d+$/m, "next_module: -1"), /next_module/],
    ["a version of the future", having(/^schema_version: \d+$/m, "schema_version: 99"), /schema_version/],
    ["two documents", `${good}---\n${good}`, /several/],
    ["a tag", having(/^repository_id: /m, "repository_id: !!js/function "), /./],
  ])("with %s is refused with the reason, and nothing else happens", (_what, text, says) => {
    const began = process.cpuUsage();
    const read = interpretState(HEAD, text);
    expect(read.kind).toBe("unreadable");
    if (read.kind === "unreadable") expect(read.problem.message).toMatch(says);
    expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });
});
