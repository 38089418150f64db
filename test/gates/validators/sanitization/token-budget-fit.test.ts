import { expect, it } from "vitest";
import { tokenBudgetFit } from "../../../../src/gates/validators/sanitization/token-budget-fit.js";
import { aGateContext } from "../../../support/gate-context.js";

it("the budget of a task counts a file that is not text by its name", () => {
  const context = aGateContext({});
  const [file] = context.manifest.files;
  if (file === undefined) throw new Error("the manifest has files");
  const manifest = { ...context.manifest, files: [{ ...file, path: "assets/model", action: "MODIFY" as const }] };
  const estimate = (has: boolean, text: string | undefined) => {
    const tree = { ...context.head, has: (path: string) => has && path === "assets/model", read: () => text };
    const { details } = tokenBudgetFit.check({ ...context, manifest, head: tree, base: tree });
    return (details as { readonly estimate: number }).estimate;
  };
  const nothing = estimate(false, undefined);
  expect(estimate(true, undefined)).toBe(nothing + context.rules.sizing.generated_file_tokens);
  expect(estimate(true, "four")).toBe(nothing + 1);
});
