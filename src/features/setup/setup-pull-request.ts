import { fitParts } from "../../render/fit.js";
import { plainLine } from "../../render/plain-text.js";

/** What a person reads before consenting: what it is, what it will do and not do, and how to refuse. */
export function setupPullRequestBody({
  files,
  presetSentence,
  defaultBranch,
  hasSpec,
  labels,
}: {
  readonly files: readonly string[];
  readonly presetSentence: string;
  readonly defaultBranch: string;
  readonly hasSpec: boolean;
  readonly labels: { readonly start: string; readonly quick: string };
}): string {
  const head = [
    "**Merging this pull request is your consent. Nothing else happens before.**",
    "",
    "| you | what happens |",
    "|---|---|",
    `| merge | the App creates its labels and waits for an issue labelled \`${labels.start}\` |`,
    "| close | nothing, and this is not proposed again; reopening it is possible at any time |",
    "| edit the files here | your version counts; the App does not write to this branch again |",
  ].join("\n");
  return fitParts(head, [
    { text: nextSteps(defaultBranch, hasSpec, labels), whenLeftOut: "" },
    { text: contents(files, presetSentence), whenLeftOut: `_${files.length} files; see the diff._` },
    { text: PERMISSIONS, whenLeftOut: "" },
  ]);
}

function nextSteps(
  defaultBranch: string,
  hasSpec: boolean,
  { start, quick }: { readonly start: string; readonly quick: string },
): string {
  const spec = hasSpec
    ? `\`SPEC.md\` is on \`${plainLine(defaultBranch)}\` already.`
    : `Write \`SPEC.md\` on \`${plainLine(defaultBranch)}\`: what the product is, in your own words.`;
  return [
    "### What happens next",
    "",
    `1. ${spec}`,
    `2. Open an issue and label it \`${start}\` (or \`${quick}\` to make one task of the issue itself).`,
    "3. A spec is proposed in a pull request, with what it will cost. You approve, amend or reject it.",
    "4. Each task is a pull request of its own: contract and tests, implementation, gates, review, merge.",
  ].join("\n");
}

function contents(files: readonly string[], presetSentence: string): string {
  return [
    "### What is in here",
    "",
    presetSentence,
    "",
    ...files.map((path) => `- \`${path}\``),
    "",
    "The workflow has no secret, no cache and no token that can write. It runs only when the App starts it.",
    "",
    "Merged, the App keeps its records on the branch `factory/state`, which moves with every step and has nothing to build. If a service deploys or tests every branch of this repository (Vercel, Netlify, Cloudflare Pages, another CI), let it ignore `factory/**` first.",
  ].join("\n");
}

const PERMISSIONS = [
  "<details><summary>What the App may do, and what it uses it for</summary>",
  "",
  "| permission | used for |",
  "|---|---|",
  "| contents: write | its own branches; merging its own pull requests. It never pushes to the default branch |",
  "| issues, pull requests: write | comments, reviews, labels, its own pull requests |",
  "| checks: write | the results of the gates |",
  "| actions: write | starting `factory-gates.yml` and reading its reports |",
  "| workflows: write | this pull request and its upgrades, and bringing a task's branch up to date |",
  "| merge queues: read | judging the groups of a merge queue, where there is one |",
  "| administration: read | telling you which branch rules would stop a merge |",
  "",
  "</details>",
].join("\n");
