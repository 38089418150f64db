import type { Contract } from "../../../domain/contract/contract.js";
import type { BuiltModule } from "../../../domain/plan/micro-plan.js";
import { checkExamples } from "../../shipping/examples-floor.js";
import { ownFilePath } from "./place-fix.js";

/** What examples lack that a person wrote, or that were written for another contract (requirements.md#examples). */
export function fixExamplesProblems(
  planned: BuiltModule,
  { examples, contract }: { readonly examples: string; readonly contract: Contract },
): string[] {
  const path = ownFilePath(planned, "examples.md");
  return checkExamples(examples, contract).map(({ message }) => `${path}: ${message}`);
}

/** Whether a fix changes what the examples are judged by. */
export function changesExamples(planned: BuiltModule, changed: readonly string[]): boolean {
  return changed.some(
    (path) => path === ownFilePath(planned, "examples.md") || path === ownFilePath(planned, "contract.yml"),
  );
}
