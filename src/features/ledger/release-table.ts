import { currentRows, type Ledger } from "../../domain/ledger/ledger.js";
import type { ShippedProof } from "../../domain/ledger/proof.js";
import { type TracedTask, type TraceRow, traceRows } from "../../domain/ledger/trace.js";
import { cutLine } from "../../render/cut.js";
import type { Part } from "../../render/fit.js";
import { plainLine } from "../../render/plain-text.js";

const QUOTE = 200;
/** The room of the table in release notes. */
export const REQUIREMENTS_ROOM = 20_000;

export type ReleasedRequirement = {
  readonly id: string;
  readonly says: string;
  readonly tests: number;
  readonly assertions: number;
  readonly pulls: readonly number[];
  /** Criteria that nothing in the release shows. */
  readonly open: readonly string[];
  readonly no_test: string | null;
};

/** Each requirement with what shows it in these modules. */
export function releasedRequirements(
  ledger: Ledger,
  shipped: readonly ShippedProof[],
  tasks: ReadonlyMap<string, TracedTask>,
): ReleasedRequirement[] {
  const rows = new Map<string, TraceRow[]>();
  const only = { ...ledger, requirements: currentRows(ledger.requirements), assumptions: [] };
  for (const row of traceRows({ ledger: only, shipped, tasks, releases: [] })) {
    const known = rows.get(row.id);
    if (known === undefined) rows.set(row.id, [row]);
    else known.push(row);
  }
  return only.requirements.map(({ id, quote, no_test = null }) => {
    const chains = rows.get(id) ?? [];
    return {
      id,
      says: quote,
      tests: new Set(chains.flatMap(({ test }) => test ?? [])).size,
      assertions: new Set(chains.flatMap(({ assertion }) => assertion ?? [])).size,
      pulls: [...new Set(chains.flatMap(({ pull_request }) => pull_request ?? []))],
      open: [
        ...new Set(
          chains.flatMap(({ criterion, test, assertion }) => ((test ?? assertion) === null ? (criterion ?? []) : [])),
        ),
      ],
      no_test,
    };
  });
}

/** The requirements of a release with their tests and pull requests, as far as there is room. */
export function requirementsPart(requirements: readonly ReleasedRequirement[]): Part[] {
  if (requirements.length === 0) return [];
  let used = 0;
  const all = requirements.map(requirementRow);
  const shown = all.filter((row) => {
    used += row.length + 1;
    return used <= REQUIREMENTS_ROOM;
  });
  const more = all.length - shown.length;
  const rest =
    more === 0 ? [] : ["", `_${more} more are in \`.factory/product/ledger.yml\`; \`factory trace\` walks them._`];
  const head = ["| requirement | what it says | shown by | pull request |", "|---|---|---|---|"];
  return [
    {
      text: ["### Requirements", "", ...head, ...shown, ...rest].join("\n"),
      whenLeftOut: `_${requirements.length} requirements did not fit here; \`factory trace\` walks them._`,
    },
  ];
}

function requirementRow({ id, says, tests, assertions, pulls, open, no_test }: ReleasedRequirement): string {
  const counted = (count: number, noun: string) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`]);
  const shown = [
    ...counted(tests, "test"),
    ...counted(assertions, "assertion"),
    ...(open.length === 0
      ? []
      : [`nothing recorded for ${open.length} ${open.length === 1 ? "criterion" : "criteria"}`]),
    ...(no_test === null ? [] : [`no test: ${cutLine(plainLine(no_test), QUOTE)}`]),
  ];
  const links = pulls.map((number) => `#${number}`).join(", ");
  return `| ${id} | ${cutLine(plainLine(says), QUOTE)} | ${shown.join(", ")} | ${links} |`;
}
