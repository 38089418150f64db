import { changedDimensions, type FieldChange, type InterfaceDifference } from "../../domain/contract/difference.js";
import { codeCell } from "../../render/code.js";
import { cutLine } from "../../render/cut.js";

const CELL = 300;

/** How an interface changes, as a table by dimension and name. */
export function interfaceDifferenceTable(changes: InterfaceDifference): string {
  const rows = changedDimensions(changes).flatMap((dimension) => {
    const { added, removed, modified, moved } = changes[dimension];
    const word = dimension.replace("_", " ");
    return [
      ...added.map((name) => `| ${word} | ${codeCell(name)} | added | |`),
      ...removed.map((name) => `| ${word} | ${codeCell(name)} | removed | |`),
      ...modified.map(
        ({ name, changes }) => `| ${word} | ${codeCell(name)} | changed | ${changes.map(change).join("; ")} |`,
      ),
      ...moved.map((name) => `| ${word} | ${codeCell(name)} | moved | |`),
    ];
  });
  return rows.length === 0
    ? "Nothing changes."
    : ["| dimension | what | change | how |", "|---|---|---|---|", ...rows].join("\n");
}

function change({ field, before, after }: FieldChange): string {
  const shown = (value: unknown) => (value === undefined ? "nothing" : codeCell(cutLine(JSON.stringify(value), CELL)));
  return `${field}: ${shown(before)} to ${shown(after)}`;
}
