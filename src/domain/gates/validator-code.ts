import { z } from "zod";

/** The 25 validators by gate, in order (decisions.md#the-validators). */
export const VALIDATORS_BY_GATE = {
  0: ["TOKEN_BUDGET_FIT", "TASK_SCOPE_SIZE", "TASK_CLARITY_CHECK", "SENSITIVE_FILES_LOCK", "DANGER_MODE_EXPLICIT"],
  1: [
    "CONTRACT_SCHEMA_VALID",
    "TEST_CLAUSE_MAPPING_VALID",
    "CONTRACT_CLAUSE_COVERAGE",
    "NO_OUT_OF_CONTRACT_ASSERTIONS",
    "TEST_SYNTAX_VALID",
    "TEST_HAS_ASSERTIONS",
    "TEST_COVERS_HAPPY_AND_SAD_PATH",
    "TEST_FAILS_BEFORE_IMPLEMENTATION",
    "NO_DECORATIVE_TESTS",
    "MANIFEST_FILE_LOCK",
    "NO_IMPLICIT_FILES",
    "IMPORT_REALITY_CHECK",
    "TEST_INTENT_ALIGNMENT",
  ],
  2: [
    "DIFF_SCOPE_ENFORCEMENT",
    "TEST_READ_ONLY_ENFORCEMENT",
    "TASK_TEST_PASSES",
    "STRICT_COMPILATION",
    "STYLE_CONSISTENCY_LINT",
  ],
  3: ["FULL_REGRESSION_PASS", "PRODUCTION_BUILD_PASS"],
} as const;

export type GateNumber = keyof typeof VALIDATORS_BY_GATE;
export const GATE_NUMBERS = [0, 1, 2, 3] as const satisfies readonly GateNumber[];

export const ValidatorCode = z.enum([
  ...VALIDATORS_BY_GATE[0],
  ...VALIDATORS_BY_GATE[1],
  ...VALIDATORS_BY_GATE[2],
  ...VALIDATORS_BY_GATE[3],
]);
export type ValidatorCode = z.infer<typeof ValidatorCode>;

export const GATE_NAMES: Readonly<Record<GateNumber, string>> = {
  0: "sanitization",
  1: "contract",
  2: "execution",
  3: "integrity",
};
