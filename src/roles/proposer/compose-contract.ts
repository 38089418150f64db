import type { Config } from "../../domain/config/config.js";
import { Contract } from "../../domain/contract/contract.js";
import { deriveClauses } from "../../domain/contract/derive-clauses.js";
import { promisedNotes } from "../../domain/contract/promised-notes.js";
import { pathKey } from "../../domain/contract/repo-path.js";
import { deficienciesFromZod } from "../../domain/deficiency.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { ContractDraft } from "../../domain/roles/answers.js";
import { testsIn } from "../../languages/tests-in.js";

/**
 * A complete contract from the Proposer's text and from what it may not decide: the plan has identity, files and
 * exports, clauses follow from the interface, the configuration has the mode, and the tests have the mapping.
 */
export function composeContract(
  draft: ContractDraft,
  planned: BuiltModule,
  { config, testText }: { readonly config: Pick<Config, "contract_mode">; readonly testText: string },
): Outcome<Contract> {
  const promised = promisedNotes(draft.modes.notes);
  if (promised.length > 0) return refuse("promise-in-notes", noClause(promised), { promised });
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

function noClause(promised: readonly string[]): string {
  const said = promised.map((sentence) => JSON.stringify(sentence)).join(", ");
  return `contract.modes.notes: ${said} promises something, and notes make no clause, so no test would show it. Make it an invariant, a constraint, an error surface or an effect; or leave it out.`;
}

/** The tests of each clause, by their tags. The gates judge a tag without a clause. */
function testMapping(path: string, text: string, clauses: ReadonlySet<string>): Record<string, string[]> {
  const mapping = new Map<string, string[]>();
  for (const { name, clauses: tags } of testsIn(path, text)) {
    for (const id of new Set(tags.map(({ clauseId }) => clauseId))) {
      if (clauses.has(id)) mapping.set(id, [...(mapping.get(id) ?? []), name]);
    }
  }
  return Object.fromEntries(mapping);
}
