/** The subjects of the screenshots, and how to find them: by the markers that the App itself uses. */

import { STATUS_KEY } from "../../src/features/status/status-comment.js";
import { markerIn } from "../../src/render/marker.js";
import { findRepository } from "../../src/sandbox/forge/lookup.js";
import type { CheckRunRecord } from "../../src/sandbox/forge/records/check.js";
import type { RepositoryRecord } from "../../src/sandbox/forge/records/repository.js";
import type { Sandbox } from "../../src/sandbox/start-sandbox.js";

/** A page, the element to show, and the fold to open first: by its title, and whether it contains a diagram. */
export type Sight = {
  readonly url: string;
  readonly element: string;
  readonly unfold?: { readonly title: string | RegExp; readonly draws: boolean };
};

/** Undefined until there is something to show. At the end of the demo, a weaker candidate is accepted. */
type Find = (sandbox: Sandbox, isOver: boolean) => Sight | undefined;

function repositoryOf({ forge }: Sandbox): RepositoryRecord {
  const { owner, repo } = forge.repo;
  const repository = findRepository(forge.hub.state, owner, repo);
  if (repository === undefined) throw new Error(`${owner}/${repo} is gone`);
  return repository;
}

/** The first comment with the given key and text. */
function comment(sandbox: Sandbox, isRequested: (key: string, body: string) => boolean): Sight | undefined {
  const { pageUrl, forge } = sandbox;
  const repository = repositoryOf(sandbox);
  for (const { id, body, issueNumber } of repository.comments.values()) {
    const key = markerIn(body);
    if (key === null || !isRequested(key, body)) continue;
    const page = repository.pulls.has(issueNumber) ? pageUrl.pull : pageUrl.issue;
    const url = page(forge.repo.owner, forge.repo.repo, issueNumber);
    return { url, element: `#issuecomment-${id} > .card` };
  }
  return undefined;
}

/** Code was judged, not only its contract: tests, types, lint. */
const isOfCode = ({ output }: CheckRunRecord) => output.title?.includes("Execution gates") === true;

/** The check with the most content is the best example. */
const byWords = (a: CheckRunRecord, b: CheckRunRecord) =>
  Number(isOfCode(a)) - Number(isOfCode(b)) || (a.output.summary ?? "").length - (b.output.summary ?? "").length;

/** The output of one of its commands. */
const TYPES = /PASSED typecheck/;

/** The middle of the work shows the most. */
const HALF_BUILT = /\b[2-9] of \d+ tasks shipped/;

export const SUBJECTS: Readonly<Record<string, Find>> = {
  "status-comment": (sandbox, isOver) => {
    const found = comment(sandbox, (key, body) => key === STATUS_KEY && (isOver || HALF_BUILT.test(body)));
    return found === undefined ? undefined : { ...found, unfold: { title: "Tasks and what they need", draws: true } };
  },
  "decision-card": (sandbox) => comment(sandbox, (key) => key.startsWith("card:")),
  "challenger-review": (sandbox) => {
    const { pageUrl, forge } = sandbox;
    const reviews = [...repositoryOf(sandbox).reviews.values()];
    const requested = reviews.find(({ body }) => markerIn(body)?.startsWith("CHAL-") && body.includes("**FAIL**"));
    if (requested === undefined || requested.submittedAt === null) return undefined;
    const url = pageUrl.pull(forge.repo.owner, forge.repo.repo, requested.pullNumber);
    return { url, element: `#pullrequestreview-${requested.id} > .card` };
  },
  "check-summary": (sandbox, isOver) => {
    const { pageUrl, forge } = sandbox;
    const runs = [...repositoryOf(sandbox).checkRuns.values()].filter(({ name }) => name.startsWith("factory / gates"));
    const requested = isOver ? runs.toSorted(byWords).at(-1) : undefined;
    if (requested === undefined) return undefined;
    const sight = {
      url: pageUrl.check(forge.repo.owner, forge.repo.repo, requested.id),
      element: `#check-${requested.id}`,
    };
    return TYPES.test(requested.output.text ?? "") ? { ...sight, unfold: { title: TYPES, draws: false } } : sight;
  },
};
