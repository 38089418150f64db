import { z } from "zod";
import { type Clause, clauseType } from "../../domain/contract/clause.js";
import { Contract } from "../../domain/contract/contract.js";
import { deriveObligations, isDerivedType } from "../../domain/contract/derive-clauses.js";
import { surfaceLines } from "../../domain/index-entries/io-summary.js";
import { writeYaml } from "../../yaml/yaml.js";
import type { DependencySurface } from "./role-facts.js";

/**
 * A contract with each of its texts once: a derived clause names the place whose words it repeats, and the test files
 * have the tags that the mapping is made of (decisions.md#nothing-is-left-out-silently).
 */
export function renderContract(contract: Contract): string {
  const { clauses, test_mapping: _tags, target_artifacts: _files, schema_version: _form, ...rest } = contract;
  const written = clauses.filter(({ id }) => !isDerivedType(clauseType(id)));
  return [
    writeYaml(rest, Shown).trimEnd(),
    "clauses: # each is about the words at its place",
    ...deriveObligations(contract).map(({ clause, source }) => `  ${clause.id}: ${source}`),
    ...written.map(writtenClause),
  ].join("\n");
}

function writtenClause({ id, normativity, spec }: Clause): string {
  return `  ${id}: ${JSON.stringify(`${normativity}: ${spec}`)}`;
}

const { clauses: _, test_mapping: __, target_artifacts: ___, schema_version: ____, ...shown } = Contract.shape;
const Shown = z.strictObject(shown);

/** What a user of it may rely on, and what it is told apart by; its test obligations are no user's concern. */
export function renderDependency({ contract, fingerprint, signatures, examples }: DependencySurface): string {
  const types = signatures.length === 0 ? [] : ["## signatures of its entry", ...signatures];
  return [`fingerprint: ${fingerprint}`, renderSurface(contract), ...types, "## examples", examples].join("\n");
}

/** What a user of a shipped module needs of its contract; what the task file of a dependant has, and what callers must know. */
function renderSurface(contract: Contract): string {
  return [...surfaceLines(contract), `notes: ${contract.modes.notes}`].join("\n");
}
