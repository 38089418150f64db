import type { CriterionProof } from "../../domain/ledger/proof.js";
import type { ExecutionLog } from "../../features/shipping/execution-log.js";
import type { ShipEvidence } from "../../features/shipping/ship-evidence.js";
import { testsIn } from "../../languages/tests-in.js";
import type { ModuleReading } from "../../roles/reading/read-module.js";
import type { TaskReading } from "../../roles/reading/read-task.js";

/**
 * What shows each acceptance criterion that the last proposal traced to this module: the tests that passed, with their
 * clauses. Absent where the tests cannot be read here, or nothing was proposed.
 */
export async function proofsOf(
  { tree }: Pick<TaskReading, "tree">,
  { planned, work, contract }: ModuleReading,
  { tests: ran }: Pick<ExecutionLog, "tests">,
): Promise<Pick<ShipEvidence, "proofs">> {
  const proposal = work.trail.proposals.at(-1);
  const text = await tree.read(planned.test_file);
  if (proposal === undefined || text === undefined) return {};
  const passed = new Set(ran.filter(({ result }) => result === "PASS").map(({ name }) => name));
  const cases = testsIn(planned.test_file, text);
  const clauses = new Set(contract?.clauses.map(({ id }) => id) ?? []);
  const proofs = proposal.criteria.map(({ criterion, tests: names }): CriterionProof => {
    const shown = cases.filter(({ name, title }) => names.includes(name) || names.includes(title));
    const assertions = names.filter((name) => !cases.some((one) => one.name === name || one.title === name));
    return {
      criterion,
      tests: shown
        .filter(({ name }) => isPassed(name, passed))
        .map(({ name, line, clauses: tags }) => ({
          name,
          file: planned.test_file,
          line,
          clauses: [...new Set(tags.map(({ clauseId }) => clauseId))].filter((id) => clauses.has(id)),
        })),
      ...(assertions.length === 0 ? {} : { assertions }),
    };
  });
  return proofs.length === 0 ? {} : { proofs };
}

/** A name that is completed at run time, `adds ${n}`, stands for every test that begins like it. */
function isPassed(name: string, passed: ReadonlySet<string>): boolean {
  if (passed.has(name)) return true;
  const [fixed = ""] = name.split("${");
  return fixed !== name && [...passed].some((each) => each.startsWith(fixed));
}
