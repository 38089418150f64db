import type { Config } from "../../domain/config/config.js";
import { Contract } from "../../domain/contract/contract.js";
import { deriveClauses } from "../../domain/contract/derive-clauses.js";
import { pathKey } from "../../domain/contract/repo-path.js";
import { deficienciesFromZod } from "../../domain/deficiency.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { ContractDraft } from "../../domain/roles/answers.js";
import { createSourceReader } from "../../languages/create-source-reader.js";
import { isPython, parsePython } from "../../languages/python/surface/with-python.js";
import type { TestCase } from "../../languages/source-file.js";
import { withinBounds } from "../../languages/within-bounds.js";

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

/** The tests of one file as its grammar shows them; none where no grammar is at hand, or no reader gets through. */
export function testsIn(path: string, text: string): readonly TestCase[] {
  const only = {
    has: (candidate: string) => candidate === path,
    read: (candidate: string) => (candidate === path ? text : undefined),
  };
  const reader = createSourceReader(only, parsePython);
  if (reader.languageOf(path) === undefined) return [];
  const read = () => (reader.problems(path).length > 0 ? [] : reader.tests(path).tests);
  return (isPython(path) ? read() : withinBounds(read)) ?? [];
}
