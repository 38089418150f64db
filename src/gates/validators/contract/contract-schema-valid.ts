import { finding, type Validator } from "../../validator.js";

/**
 * The contract parses, its ids are well formed, it has all five dimensions, and it requests no mode beyond its granted
 * one.
 */
export const contractSchemaValid: Validator = {
  code: "CONTRACT_SCHEMA_VALID",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Correct each field named in the errors. Enum values are upper case (STRICT), clause ids look like CL-AUTH-001, and a contract.yml gives all five dimensions.",
  check({ contract }) {
    if (contract.kind === "absent") return finding("SKIPPED", "There is no contract");
    if (contract.kind === "read") {
      const { mode, clauses } = contract.contract;
      return finding("PASSED", `Contract is valid (mode: ${mode}, clauses: ${clauses.length})`);
    }
    const message = `Contract structure is invalid: ${contract.errors.length} error(s)`;
    return finding("FAILED", message, { details: { errors: contract.errors } });
  },
};
