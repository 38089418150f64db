import fc from "fast-check";
import { Dimension } from "../../src/features/spec/criteria/text.js";
import type { TaskFile } from "../../src/features/tasks/task-file/task-file.js";
import { hostileLine, hostileProse, SKETCH } from "./product-spec.js";

export function taskFile(fields: Partial<TaskFile> = {}): TaskFile {
  return {
    task_id: "T-core-auth-login-001",
    name: "Sign in",
    pillar: { name: "Core", description: "What everything else rests on." },
    epic: { name: "Auth", description: "Knowing who is there." },
    story: { name: "Login", description: "A user signs in." },
    description: "Checks a password and opens a session.",
    subtasks: ["Check the password", "Create the session row"],
    acceptance_criteria: ["returns a token for valid credentials", "rejects a wrong password with 401"],
    contract: SKETCH,
    dependency_contracts: [],
    error_cases: ["401 when the password is wrong", "429 after five attempts"],
    amendments: [],
    ...fields,
  };
}

const context = fc.record({ name: hostileLine, description: hostileProse });
const several = fc.array(hostileProse, { minLength: 1, maxLength: 12 });
const dimension = hostileProse.filter((text) => Dimension.safeParse(text).success);

/** Any valid task file. Its texts contain parts of task files. */
export const arbitraryTaskFile: fc.Arbitrary<TaskFile> = fc.record({
  task_id: fc.constantFrom("T-core-auth-login-001", "T-a-b-c-999"),
  name: hostileLine,
  pillar: context,
  epic: context,
  story: context,
  description: hostileProse,
  subtasks: several,
  acceptance_criteria: several,
  contract: fc.record({
    inputs: dimension,
    outputs: dimension,
    error_surfaces: dimension,
    effects: dimension,
    modes: dimension,
  }),
  dependency_contracts: fc.array(
    fc.record({ module_ref: fc.constantFrom("MM-0001@1.0.0", "MM-12345@10.2.3"), summary: hostileProse }),
    { maxLength: 3 },
  ),
  error_cases: several,
  amendments: fc.array(
    fc.record({
      amended_at: fc.constantFrom("2026-01-31T12:00:00Z", "2026-02-01T00:00:00.123Z"),
      rationale: hostileProse,
      original_acceptance_criteria: several,
    }),
    { maxLength: 3 },
  ),
});
