/** Files at the size where reading stops, and just below the number of values where it does: each is a parser of its own. */

import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { GateRequest } from "../../src/domain/gates/gate-request.js";
import { FactoryState } from "../../src/engine/factory-state.js";
import { checkReport } from "../../src/github/observe/check-report.js";
import { readReportArchive } from "../../src/github/observe/read-report-archive.js";
import { readYaml, YAML_LIMITS } from "../../src/yaml/yaml.js";
import { stateOf } from "../support/large-state.js";
import type { Parser } from "./parsers.js";
import type { Allowance } from "./try-input.js";

/** What is promised for 8 MB: files of the factory's own, which only who may write to the repository can swell, and reports. */
export const LARGE_ALLOWED: Allowance = { cpuMs: 2_500, mebibytes: 384 };

const { maxBytes, maxNodes } = YAML_LIMITS;
const FIXTURES = new URL("../../fixtures/fuzz/report/", import.meta.url);
const json = (name: string) => JSON.parse(readFileSync(new URL(name, FIXTURES), "utf8"));
const REQUEST = GateRequest.parse(json("request.json"));

const count = (times: number, line: (n: string) => string) =>
  Array.from({ length: times }, (_, n) => line(n.toString(36))).join("");

const STATES: Readonly<Record<string, () => string>> = {
  "a state of 10,000 tasks": () => stateOf(10_000),
  "as many unknown keys as values are read": () => count(maxNodes - 10, (n) => `k${n}: v\n`),
  "as many items as values are read": () => `x:\n${"- aaaaaaaaaaaaaaa\n".repeat(maxNodes - 10)}`,
  "nothing but brackets": () => `x:\n${"- {a: [b, c, d]}\n".repeat(maxBytes / 18)}`,
  "nothing but dashes": () =>
    "- "
      .repeat(60)
      .concat("a\n")
      .repeat(maxBytes / 123),
  "one long text": () => `x: |\n${"  some words of a text\n".repeat(maxBytes / 24)}`,
};

const REPORTS: Readonly<Record<string, () => unknown>> = {
  "a report of 20,000 tests": () => ({ ...json("good.json"), suite: tests(20_000), tests: tests(20_000) }),
  "a report with as many values as are read": () => ({
    ...json("good.json"),
    x: Array.from({ length: 99_000 }, (_, n) => [n, {}]),
  }),
  "a report of nothing but brackets": () => Array.from({ length: 1_100_000 }, (_, n) => [n % 7, {}]),
  "a report of wrong tests": () => ({
    ...json("good.json"),
    tests: Array.from({ length: 60_000 }, (_, name) => ({ name, x: 1 })),
  }),
};

function tests(many: number) {
  return Array.from({ length: many }, (_, n) => ({
    name: `test/some-file.test.ts > a suite > does what its number says: ${n}`,
    status: "passed",
    duration_ms: n,
  }));
}

function archiveOf(report: unknown): Uint8Array {
  return zipSync({ "report.json": strToU8(JSON.stringify(report)) }, { level: 1 });
}

/** The input is made when it is first asked for, and is then part of what the process holds anyway. */
function parserOf<T>(name: string, make: () => T, read: (input: T) => unknown): Parser {
  const made: { input?: T } = {};
  return {
    name,
    corpus: [""],
    parse: () => {
      made.input ??= make();
      return read(made.input);
    },
  };
}

export const PARSERS: readonly Parser[] = [
  ...Object.entries(STATES).map(([name, make]) =>
    parserOf(name, make, (text) => readYaml("state.yml", text, FactoryState)),
  ),
  ...Object.entries(REPORTS).map(([name, make]) =>
    parserOf(
      name,
      () => archiveOf(make()),
      (zip) => {
        const read = readReportArchive(zip);
        return read.ok ? checkReport(read.value, REQUEST) : read;
      },
    ),
  ),
];
