import { GATE_NAMES, GATE_NUMBERS } from "../../src/domain/gates/validator-code.js";
import { VALIDATORS } from "../../src/gates/validators.js";
import { markdownTable } from "./markdown-table.js";

/** Every validator by gate, from the list that runs. */
export function gatesReference(): string {
  const gates = GATE_NUMBERS.map((gate) => {
    const rows = VALIDATORS.filter((validator) => validator.gate === gate).map(
      ({ code, hard, runTypes, part, fix }) => [
        `\`${code}\``,
        hard ? "blocks" : "warns",
        runTypes.map((type) => type.toLowerCase()).join(", "),
        part === "judge" ? "reading" : "running",
        fix,
      ],
    );
    const title = `## Gate ${gate}: ${GATE_NAMES[gate]}`;
    return [title, markdownTable(["validator", "when it fails", "run", "judged by", "what to do"], rows)].join("\n\n");
  });
  return [
    "# Gates and validators",
    "<!-- Generated from src/gates: npm run generate -->",
    "A contract run judges tests before there is code; an execution run judges the code. A result is PASSED, FAILED, WARNING, SKIPPED with its reason, NOT_RUN or VACUOUS. NOT_RUN and VACUOUS (no test collected, all skipped, nothing asserted) block as FAILED does.",
    "What is judged by reading runs apart from what is judged by running: code under test can reach nothing of its judge. [The action](../../action/README.md) says how far a run can be trusted.",
    ...gates,
    "",
  ].join("\n\n");
}
