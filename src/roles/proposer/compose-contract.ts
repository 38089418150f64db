import type { Config } from "../../domain/config/config.js";
import { Contract } from "../../domain/contract/contract.js";
import { deriveClauses } from "../../domain/contract/derive-clauses.js";
import { pathKey } from "../../domain/contract/repo-path.js";
import { deficienciesFromZod } from "../../domain/deficiency.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { ContractDraft } from "../../domain/roles/answers.js";
import { testsIn } from "../../languages/tests-in.js";

/**
 * A whole contract from what the Proposer wrote and what it may not decide: identity, files and exports are the plan's,
 * clauses follow from the interface, the mode is the configuration's, and the test mapping is read from the tests.
 */
export function composeContract(
  draft: ContractDraft,
  planned: BuiltModule,
  { config, testText }: { readonly config: Pick<Config, "contract_mode">; readonly testText: string },
): Outcome<Contract> {
  const clauses = deriveClauses(draft);
  const ids = new Set(clauses.map(({ id }) => id));
  const { module_id, module_version, name, entry, files, test_file, creates, consumes } = planned;
  const parsed = Contract.safeParse({
    schema_version: "1.0.0",
    module_id,
    module_version,
    name,
    ...draft,
    change_type: files.some(({ action }) => action !== "CREATE") ? "modify" : "new",
    entry,
    files,
    test_file,
    target_artifacts: files.filter(({ path }) => pathKey(path) !== pathKey(test_file)).map(({ path }) => path),
    creates,
    consumes,
    mode: config.contract_mode,
    clauses,
    test_mapping: testMapping(test_file, testText, ids),
  });
  if (parsed.success) return accept(parsed.data);
  const problems = deficienciesFromZod(parsed.error).map(({ path, message }) => `contract.${path}: ${message}`);
  return refuse("contract-invalid", problems.join("\n"), { problems });
}

/** Which tests answer to which clause, by their tags. A tag that names no clause is the gates' to judge. */
function testMapping(path: string, text: string, clauses: ReadonlySet<string>): Record<string, string[]> {
  const mapping = new Map<string, string[]>();
  for (const { name, clauses: tags } of testsIn(path, text)) {
    for (const id of new Set(tags.map(({ clauseId }) => clauseId))) {
      if (clauses.has(id)) mapping.set(id, [...(mapping.get(id) ?? []), name]);
    }
  }
  return Object.fromEntries(mapping);
}
