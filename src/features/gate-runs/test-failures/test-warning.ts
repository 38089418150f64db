import { z } from "zod";
import { GateNonce } from "../../../domain/gates/gate-request.js";
import { FailureType } from "../../../domain/validation/taxonomy.js";

const TestFailure = FailureType.extract(["test-regression", "test-flake", "test-preexisting"]);

/** Tests of one judgement that went on with a warning, by `failure_actions`. */
export const TestWarning = z.strictObject({
  nonce: GateNonce,
  troubles: z.array(z.strictObject({ type: TestFailure, tests: z.array(z.string().min(1)).min(1) })).min(1),
});
export type TestWarning = z.infer<typeof TestWarning>;
