import { estimateTaskTokens, taskTokenLimit } from "../../../domain/budget/sizing.js";
import { fitSops } from "../../../domain/budget/sop-fit.js";
import type { GateContext } from "../../gate-context.js";
import { finding, type Validator } from "../../validator.js";

/** Too large means decompose, never truncate (requirements.md#context-budget). */
export const tokenBudgetFit: Validator = {
  code: "TOKEN_BUDGET_FIT",
  gate: 0,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Split the module, or take files out of its manifest, until what a model must read fits. Standards are never shortened: split so that fewer apply.",
  check(context) {
    const { sizing } = context.rules;
    const estimate = estimateTaskTokens(taskContent(context), sizing);
    const limit = taskTokenLimit(context.window, sizing);
    const sops = fitSops(context.sops, sizing);
    const details = { estimate, limit, sopTokens: sops.tokens, sopReserve: sops.reserve };
    const problems = [
      ...(estimate > limit ? [`about ${estimate} tokens of content, at most ${limit} leave room to work`] : []),
      ...(sops.fits ? [] : [`the standards that apply take ${sops.tokens} tokens of ${sops.reserve}`]),
    ];
    if (problems.length > 0) return finding("FAILED", `The task does not fit: ${problems.join("; ")}`, { details });
    return finding("PASSED", `The task fits: about ${estimate} of ${limit} tokens`, { details });
  },
};

function taskContent({ manifest, base, head, task }: GateContext) {
  const files = manifest.files
    .filter(({ action }) => action !== "DELETE")
    .map(({ path }) => {
      const text = [head, base].find((tree) => tree.has(path))?.read(path);
      const isThere = head.has(path) || base.has(path);
      return { path, characters: text?.length ?? 0, binary: isThere && text === undefined };
    });
  return { files, description: `${task.title}\n${task.text}`, acceptanceCriteria: task.acceptanceCriteria };
}
