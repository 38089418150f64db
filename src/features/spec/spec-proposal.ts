import type { Digest } from "../../domain/ids.js";
import { LEDGER_PATH, Ledger } from "../../domain/ledger/ledger.js";
import { specBranch } from "../../engine/branches.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { harmlessTitle } from "../../render/safe-title.js";
import { writeYaml } from "../../yaml/yaml.js";
import { forecastProject } from "../budget/forecast.js";
import { storedLedger } from "../ledger/stored-ledger.js";
import { shownKey } from "../merging/merge-own.js";
import { tasksInOrder } from "../tasks/task-file/spec-task-file.js";
import { draftOf } from "./draft-of.js";
import { SPEC_MARKDOWN_PATH, SPEC_PATH } from "./draft-paths.js";
import { ProductSpec } from "./product-spec.js";
import { specMarkdown } from "./spec-markdown.js";
import { specPullRequestBody } from "./spec-pull-request.js";
import { validateSpec } from "./validate-spec.js";

/** The key of the head commit of the spec's pull request. It identifies the spec and the request. */
export function specKey(issue: number, digest: Digest): string {
  return `spec-${issue}-${digest.slice(0, 16)}`;
}

/** The pull request that shows the draft awaiting a decision, in any state. */
export function shownSpecPull({
  state,
  observed,
  config,
}: Pick<Situation, "state" | "observed" | "config">): ObservedPull | undefined {
  const { product } = state;
  if (product?.phase !== "awaiting-approval") return undefined;
  const { issue } = state.request;
  const branch = specBranch(config.branch_prefix, issue);
  return observed.pulls.find(
    (pull) => pull.branch === branch && shownKey(pull) === specKey(issue, product.spec_digest),
  );
}

/** The files of the spec's pull request. The ledger has the scope with what came of it, so the spec need not. */
export function specFiles({ scope, ...draft }: ProductSpec, ledger: Ledger | null): FileToWrite[] {
  const spec = ledger === null && scope !== undefined ? { ...draft, scope } : draft;
  return [
    { path: SPEC_PATH, text: writeYaml(spec, ProductSpec) },
    { path: SPEC_MARKDOWN_PATH, text: specMarkdown(draft) },
    ...(ledger === null ? [] : [{ path: LEDGER_PATH, text: writeYaml(ledger, Ledger) }]),
  ];
}

/** The pending spec pull request for the draft that awaits approval. */
export function specProposal(situation: Situation): Effect[] {
  const { state, observed, config } = situation;
  const { product, request } = state;
  const { issue } = request;
  if (product?.phase !== "awaiting-approval" || observed.defaultHead === null) return [];
  // A pull request that a person closed stays closed until they reopen it, or until the next draft.
  if (shownSpecPull(situation) !== undefined) return [];
  const draft = draftOf(situation);
  if (draft === null) return [];
  const ledger = storedLedger(situation, draft);
  return [
    {
      kind: "propose-files",
      key: specKey(issue, product.spec_digest),
      branch: specBranch(config.branch_prefix, issue),
      base: observed.defaultHead,
      files: specFiles(draft, ledger),
      commitMessage: `factory: spec for ${harmlessTitle(draft.title)}`,
      title: `Spec: ${harmlessTitle(draft.title)}`,
      body: specPullRequestBody({
        spec: draft,
        ledger,
        round: product.round,
        issue,
        warnings: validateSpec(draft, config.clarity).warnings,
        sources: product.sources,
        queries: product.queries ?? [],
        unsearched: product.unsearched ?? null,
        forecast: forecastProject(tasksInOrder(draft).length, config),
      }),
      writesWorkflows: false,
    },
  ];
}
