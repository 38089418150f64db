import type { Ledger } from "../../domain/ledger/ledger.js";
import { type TraceRow, traceOf, traceRows } from "../../domain/ledger/trace.js";
import { cutLine } from "../../render/cut.js";
import { fitItems } from "../../render/fit.js";
import { plainLine } from "../../render/plain-text.js";
import type { ProjectState } from "../tasks/board/project-state.js";

const ROOM = 20_000;
const LONGEST = 400;

/** The chains as far as the state knows them; null if there is none. Tests and commits are in git: `factory trace`. */
export function traceAnswer(ledger: Ledger, tasks: ProjectState["tasks"], what: string): string | null {
  const known = Object.entries(tasks).map(
    ([id, { pull_request, merge_sha }]) => [id, { pull_request, merge: merge_sha }] as const,
  );
  const rows = traceOf(traceRows({ ledger, shipped: [], tasks: new Map(known), releases: [] }), what, []);
  if (rows.length === 0) return null;
  const byId = new Map<string, TraceRow[]>();
  for (const row of rows) {
    const chain = byId.get(row.id);
    if (chain === undefined) byId.set(row.id, [row]);
    else chain.push(row);
  }
  const items = [...byId.values()].map((chain) => chainText(chain, tasks));
  const rest = (count: number) =>
    `_${count} more did not fit; \`factory trace\` prints them all, with tests and commits._`;
  return fitItems([...items, "`factory trace` adds the tests, the commits and the release, from git."], ROOM, rest);
}

function chainText(chain: readonly TraceRow[], tasks: ProjectState["tasks"]): string {
  const [first] = chain;
  if (first === undefined) return "";
  const from = first.source === null ? "assumed" : `${first.source.file}, line ${first.source.lines}`;
  const shown = chain.flatMap(({ task, spec_task, criterion, pull_request, merge }) => {
    if (criterion === null) return [];
    const status = task === null ? "" : ` (${(tasks[task]?.status ?? "unknown").toLowerCase().replaceAll("_", " ")})`;
    const where = `${pull_request === null ? "" : `, #${pull_request}`}${merge === null ? "" : `, merged as ${merge}`}`;
    return [`- ${said(criterion)}: ${task ?? spec_task}${status}${where}`];
  });
  const why = first.no_test === null ? [] : [`- no test: ${said(first.no_test)}`];
  return [
    `**${first.id}** (${plainLine(from)}${first.ended ? ", ended" : ""}): ${said(first.says)}`,
    ...why,
    ...shown,
  ].join("\n");
}

function said(text: string): string {
  return cutLine(plainLine(text), LONGEST);
}
