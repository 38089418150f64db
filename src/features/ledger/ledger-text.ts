import { currentRows, type Ledger, type LedgerRequirement } from "../../domain/ledger/ledger.js";
import { folded } from "../../render/code.js";
import { cutLine } from "../../render/cut.js";
import type { Part } from "../../render/fit.js";
import { plainLine } from "../../render/plain-text.js";

/** What a table shows of a quote; the ledger has all of it. */
const QUOTE = 300;
/** The room of each of the three parts. The ledger itself is a file of the same pull request. */
const ROOM = 14_000;

/** What was understood of the request: what holds each requirement, what was assumed, and SPEC.md with both kinds marked. */
export function ledgerParts(ledger: Ledger): Part[] {
  const requirements = currentRows(ledger.requirements);
  const assumptions = currentRows(ledger.assumptions);
  const left = (what: string) =>
    `_${what} are left out here: read \`.factory/product/ledger.yml\` in this pull request._`;
  const count = `${requirements.length} ${requirements.length === 1 ? "requirement" : "requirements"}`;
  const table = rows(
    ["| requirement | SPEC.md | kind | what it says | held by |", "|---|---|---|---|---|"],
    requirements.map(requirementRow),
  );
  return [
    { text: `${count}, each with what will show it:\n\n${table}`, whenLeftOut: left(count) },
    { text: assumed(assumptions), whenLeftOut: left(`${assumptions.length} assumptions`) },
    { text: folded("SPEC.md, statement by statement", marked(ledger)), whenLeftOut: left("The statements of SPEC.md") },
  ];
}

function requirementRow({ id, lines, file, kind, quote, tasks, no_test }: LedgerRequirement): string {
  const where = file === "SPEC.md" ? `line ${lines}` : `${plainLine(file)}, line ${lines}`;
  const shown = tasks.map(({ task, criteria }) => `${task} (${criteria.length})`).join(", ");
  const why = no_test === undefined ? "" : `no test: ${said(no_test)}`;
  return `| ${id} | ${where} | ${kind} | ${said(quote)} | ${[shown, why].filter((part) => part !== "").join("; ")} |`;
}

function assumed(assumptions: Ledger["assumptions"]): string {
  if (assumptions.length === 0) return "Nothing was assumed: SPEC.md says all of it.";
  const listed = assumptions.map(
    ({ id, text }) => `- ${id}: ${said(text)} To change it: \`/factory amend ${id}: <what holds instead>\``,
  );
  return `${assumptions.length} assumed, because SPEC.md does not say:\n\n${rows([], listed)}`;
}

/** In the order of the text, each passage with what it was taken for. */
function marked({ requirements, demands_nothing }: Ledger): string {
  const demands = currentRows(requirements).map(({ id, file, lines = "", quote }) => ({
    file,
    lines,
    quote,
    mark: id,
  }));
  const nothing = demands_nothing.map(({ file, lines = "", quote }) => ({
    file,
    lines,
    quote,
    mark: "demands nothing",
  }));
  const passages = [...demands, ...nothing]
    .filter(({ file }) => file === "SPEC.md")
    .sort((one, other) => Number.parseInt(one.lines, 10) - Number.parseInt(other.lines, 10));
  return rows(
    ["| line | taken for | passage |", "|---|---|---|"],
    passages.map(({ lines, mark, quote }) => `| ${lines} | ${mark} | ${said(quote)} |`),
  );
}

/** As many rows as there is room for, and the number of the others. */
function rows(head: readonly string[], all: readonly string[]): string {
  let used = 0;
  const shown = all.filter((row) => {
    used += row.length + 1;
    return used <= ROOM;
  });
  const more = all.length - shown.length;
  const rest = more === 0 ? [] : ["", `_${more} more are in \`.factory/product/ledger.yml\`._`];
  return [...head, ...shown, ...rest].join("\n");
}

function said(text: string): string {
  return cutLine(plainLine(text), QUOTE);
}
