import type { Role } from "../../domain/artifacts/producer.js";
import { maySee } from "../../domain/artifacts/visibility.js";

/** Checks that find a name or a signature, which a file summary shows as well. */
const SIGNATURE_CHECKS = new Set(["export_exists", "file_exists", "signature_match", "function_exists"]);

/**
 * Whether a role may see the output of a compiler, a test or a search, which quotes source
 * (requirements.md#who-sees-what).
 */
export function maySeeOutput(role: Role): boolean {
  return maySee(role, "implementation-source", "ordinary");
}

/** Whether a role may see a check's finding in the code. */
export function maySeeFinding(role: Role, check: string): boolean {
  return maySeeOutput(role) || (SIGNATURE_CHECKS.has(check) && maySee(role, "file-summaries", "ordinary"));
}
