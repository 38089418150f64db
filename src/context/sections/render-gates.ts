import type { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import type { CommandResult, InventoriedTest, ValidatorResult } from "../../domain/gates/gate-report.js";
import { type MutationReport, mutantPlace, survivorsOf, survivorWords } from "../../domain/gates/mutation-report.js";
import type { TestResult } from "../../domain/validation/test-result.js";
import type { Looker } from "./offer.js";
import { maySeeFinding, maySeeOutput } from "./quotable.js";
import type { GateFacts } from "./role-facts.js";

/**
 * The gates' findings. Compiler and test output quote the code, so a role without access to source gets only findings
 * and names (requirements.md#who-sees-what).
 */
export function renderGates(
  { validators, tests, assertions, commands, mutation }: GateFacts,
  { role }: Looker,
): string {
  const quotesCode = maySeeOutput(role);
  const notRun = validators.filter(({ status }) => status === "NOT_RUN");
  // Who mends the work needs no list of what is right; who judges it may cite each.
  const passed = quotesCode ? validators.filter(({ status }) => status === "PASSED") : [];
  const quiet = new Set([...passed, ...notRun]);
  return [
    ...validators.filter((result) => !quiet.has(result)).map((result) => validatorLine(result, quotesCode)),
    ...counted(
      "PASSED",
      passed.map(({ code }) => code),
    ),
    ...counted(
      `NOT_RUN, ${whyNotRun(validators)}`,
      notRun.map(({ code }) => code),
    ),
    ...assertions.map((result) => assertionLine(result, maySeeFinding(role, result.assertion.check.type))),
    ...testLines(tests, quotesCode),
    ...commands.map((result) => commandLine(result, quotesCode)),
    ...(mutation === undefined ? [] : mutationLines(mutation)),
  ].join("\n");
}

function counted(status: string, codes: readonly string[]): string[] {
  return codes.length === 0 ? [] : [`${status}: ${codes.join(", ")}`];
}

/** After a failing gate the next ones do not run. */
function whyNotRun(validators: readonly ValidatorResult[]): string {
  const gates = validators.filter(({ status }) => status === "FAILED" || status === "VACUOUS").map(({ gate }) => gate);
  if (gates.length > 0) return `because gate ${Math.min(...gates)} failed`;
  return validators.find(({ status }) => status === "NOT_RUN")?.message.split("\n")[0] ?? "";
}

const SURVIVORS = 40;

/** What the tests notice, and each mistake that they do not: by its position and never by its source. */
function mutationLines(mutation: MutationReport): string[] {
  if (mutation.kind === "left-out") return [`MUTATION: no mutants were tried, because ${mutation.reason}`];
  const { mutants, left, clauses, violations } = mutation;
  const survivors = survivorsOf(mutation);
  const untried = left === 0 ? "" : `, and ${left} more were not tried`;
  const idle = clauses.filter(({ killed }) => killed === 0).map(({ clause }) => clause);
  return [
    `MUTATION: small mistakes were put into the module's files, one at a time, and its tests ran: they notice ${mutants.length - survivors.length} of ${mutants.length}${untried}`,
    ...violations.map(({ message, fix }) => `  FAILED: ${message}\n  what to do: ${fix}`),
    ...(idle.length === 0 ? [] : [`  the tests of these clauses notice none: ${idle.join(", ")}`]),
    ...survivors.slice(0, SURVIVORS).map((mutant) => `  ${mutantPlace(mutant)}: ${survivorWords(mutant)}`),
    ...(survivors.length > SURVIVORS ? [`  and ${survivors.length - SURVIVORS} more`] : []),
  ];
}

/** Gates 0 and 1 run nothing: their one-line messages quote no output. */
function validatorLine(result: ValidatorResult, quotesCode: boolean): string {
  const { code, gate, status, message, fix, places, details } = result;
  if (!quotesCode) return gate <= 1 ? `${code}: ${status}: ${firstLine(message)}` : `${code}: ${status}`;
  return [
    `${code}: ${status}: ${message}`,
    ...(fix === "" ? [] : [`  what to do: ${fix}`]),
    ...places.map((place) => `  ${place.path}:${place.line}: ${place.message}`),
    ...(Object.keys(details).length === 0 ? [] : [`  details: ${JSON.stringify(details)}`]),
  ].join("\n");
}

function firstLine(message: string): string {
  const [first = "", ...more] = message.split("\n");
  return more.length === 0 ? first : `${first} [${more.length} more lines are not shown to this role]`;
}

function assertionLine({ assertion, passed, expected, actual, error }: AssertionResult, saysWhat: boolean): string {
  const found = `; expected ${expected ?? assertion.message}, got ${actual ?? error ?? "nothing"}`;
  return `${assertion.type} "${assertion.message}": ${passed ? "holds" : "does not hold"}${passed || !saysWhat ? "" : found}`;
}

/** Each test by name and status, and an output once, however many tests it ended. */
function testLines(tests: readonly TestResult[], quotesCode: boolean): string[] {
  const shown = new Map<string, string>();
  return tests.map(({ name, status, output }) => {
    const line = `test "${name}": ${status}`;
    if (!quotesCode || output === undefined) return line;
    const first = shown.get(output);
    if (first !== undefined) return `${line}, with the output of "${first}"`;
    shown.set(output, name);
    return `${line}\n${indented(output)}`;
  });
}

function commandLine({ name, status, required, output }: CommandResult, quotesCode: boolean): string {
  const line = `command ${name}${required ? "" : " (optional)"}: ${status}`;
  return quotesCode && output !== "" ? `${line}\n${indented(output)}` : line;
}

function indented(text: string): string {
  return text.replace(/^/gm, "    ");
}

/**
 * The way through the test files: names, clause tags and how much each asserts (decisions.md#what-a-challenger-sees).
 * What is asserted stands in the files themselves.
 */
export function renderInventory(tests: readonly InventoriedTest[] | null): string {
  if (tests === null) return "tests in this language cannot be read here; the gate results name those that ran";
  if (tests.length === 0) return "no test was found";
  const asserted = tests.reduce((sum, { asserts }) => sum + asserts.length, 0);
  const lines = tests.map(({ name, clauses, asserts }) => {
    const tags = clauses.length === 0 ? "no clause" : clauses.join(", ");
    return `"${name}" (${tags}): ${counting(asserts.length, "assertion")}`;
  });
  return [`${counting(tests.length, "test")} with ${counting(asserted, "assertion")} in all`, ...lines].join("\n");
}

function counting(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`}`;
}
