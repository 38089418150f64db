import type { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import type { CommandResult, InventoriedTest, ValidatorResult } from "../../domain/gates/gate-report.js";
import type { TestResult } from "../../domain/validation/test-result.js";
import type { Looker } from "./offer.js";
import { maySeeFinding, maySeeOutput } from "./quotable.js";
import type { GateFacts } from "./role-facts.js";

/**
 * The gates' findings. Compiler and test output quote the code, so a role without access to source gets only findings
 * and names (requirements.md#who-sees-what).
 */
export function renderGates({ validators, tests, assertions, commands }: GateFacts, { role }: Looker): string {
  const quotesCode = maySeeOutput(role);
  return [
    ...validators.map((result) => validatorLine(result, quotesCode)),
    ...assertions.map((result) => assertionLine(result, maySeeFinding(role, result.assertion.check.type))),
    ...tests.map((result) => testLine(result, quotesCode)),
    ...commands.map((result) => commandLine(result, quotesCode)),
  ].join("\n");
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

function testLine({ name, status, output }: TestResult, quotesCode: boolean): string {
  return quotesCode && output !== undefined
    ? `test "${name}": ${status}\n${indented(output)}`
    : `test "${name}": ${status}`;
}

function commandLine({ name, status, required, output }: CommandResult, quotesCode: boolean): string {
  const line = `command ${name}${required ? "" : " (optional)"}: ${status}`;
  return quotesCode && output !== "" ? `${line}\n${indented(output)}` : line;
}

function indented(text: string): string {
  return text.replace(/^/gm, "    ");
}

/** Tests as the judge read them: names, clause tags and assertions (decisions.md#what-a-challenger-sees). */
export function renderInventory(tests: readonly InventoriedTest[] | null): string {
  if (tests === null) return "tests in this language cannot be read here; the gate results name those that ran";
  if (tests.length === 0) return "no test was found";
  return tests
    .map(({ name, clauses, asserts }) => {
      const tags = clauses.length === 0 ? "no clause" : clauses.join(", ");
      return [`"${name}" (${tags})`, ...asserts.map((text) => `  asserts ${text}`)].join("\n");
    })
    .join("\n");
}
