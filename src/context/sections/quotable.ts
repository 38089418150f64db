import type { Role } from "../../domain/artifacts/producer.js";
import { maySee } from "../../domain/artifacts/visibility.js";

/** Checks whose finding is a name or a signature: no more than a file summary shows. */
const SIGNATURE_CHECKS = new Set(["export_exists", "file_exists", "signature_match", "function_exists"]);

/**
 * Whether a role may be told what a compiler, a test or a search printed: such output quotes source
 * (requirements.md#who-sees-what).
 */
export function maySeeOutput(role: Role): boolean {
  return maySee(role, "implementation-source", "ordinary");
}

/** Whether a role may be told what a check found in the code. */
export function maySeeFinding(role: Role, check: string): boolean {
  return maySeeOutput(role) || (SIGNATURE_CHECKS.has(check) && maySee(role, "file-summaries", "ordinary"));
}
