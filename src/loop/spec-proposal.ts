import { SPEC_MARKDOWN_PATH, SPEC_PATH } from "../domain/factory/artifacts.js";
import type { Effect } from "../domain/factory/effect.js";
import type { Digest } from "../domain/ids.js";
import { ProductSpec } from "../domain/spec/product-spec.js";
import { validateSpec } from "../domain/spec/validate-spec.js";
import { specMarkdown } from "../render/spec-markdown.js";
import { specPullRequestBody } from "../render/spec-pull-request.js";
import { writeYaml } from "../yaml.js";
import { specBranch } from "./branches.js";
import type { Situation } from "./situation.js";

/** What the head commit of the spec pull request carries, so that one knows which spec it shows. */
export function specKey(digest: Digest): string {
  return `spec-${digest.slice(0, 16)}`;
}

/** The spec pull request as it should be for the draft that awaits approval. */
export function specProposal({ state, observed, config, draft }: Situation): Effect[] {
  const { product } = state;
  if (product?.phase !== "awaiting-approval" || draft === null || observed.defaultHead === null) return [];
  const key = specKey(product.spec_digest);
  const branch = specBranch(config.branch_prefix);
  const shown = observed.pulls.some((pull) => pull.branch === branch && pull.key === key && pull.state === "open");
  if (shown) return [];
  return [
    {
      kind: "propose-files",
      key,
      branch,
      base: observed.defaultHead,
      files: [
        { path: SPEC_PATH, text: writeYaml(draft, ProductSpec) },
        { path: SPEC_MARKDOWN_PATH, text: specMarkdown(draft) },
      ],
      commitMessage: `factory: spec for ${draft.title}`,
      title: `Spec: ${draft.title}`,
      body: specPullRequestBody({
        spec: draft,
        round: product.round,
        issue: state.request.issue,
        warnings: validateSpec(draft).warnings,
      }),
      writesWorkflows: false,
    },
  ];
}
