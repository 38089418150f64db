import type { Clause } from "../../../domain/contract/clause.js";
import type { TestCase } from "../../../languages/source-file.js";

/** What a stated mapping (clause to tests) says that clauses and tags do not. A test is named by its title or whole name. */
export function mappingErrors(
  mapping: Readonly<Record<string, readonly string[]>>,
  clauses: readonly Pick<Clause, "id">[],
  tests: readonly Pick<TestCase, "name" | "title" | "clauses">[],
): string[] {
  return Object.entries(mapping).flatMap(([id, names]) => {
    if (!clauses.some((clause) => clause.id === id)) return [`testMapping.${id}: the contract has no such clause`];
    return names.flatMap((name) => {
      const named = tests.filter((test) => test.name === name || test.title === name);
      if (named.length === 0) return [`testMapping.${id}: no test is called "${name}"`];
      const tagged = named.some((test) => test.clauses.some(({ clauseId }) => clauseId === id));
      return tagged ? [] : [`testMapping.${id}: the test "${name}" has no tag \`@clause ${id}\``];
    });
  });
}
