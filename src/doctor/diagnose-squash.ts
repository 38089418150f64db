import type { BranchRule, DoctorFacts } from "./doctor-facts.js";
import type { Finding } from "./finding.js";

/**
 * What a squash without words of its own makes of the commits that run no workflow
 * (decisions.md#intermediate-commits-skip-ci).
 */
export function diagnoseSquash({ repository, rules }: DoctorFacts): Finding[] {
  const { squashRepeats, url, defaultBranch } = repository;
  if (!squashRepeats) return [];
  const found = {
    level: "warning",
    fix: 'Choose "Pull request title and description" as the default message of squash merges.',
    link: `${url}/settings`,
  } as const;
  if ((rules ?? []).some(isMergedByOthers)) {
    return [
      {
        ...found,
        code: "workflows-run-early",
        what: "Your workflows run on commits that no gate has judged.",
        why: `${defaultBranch} has a merge queue or required reviews, and a squash there repeats the messages of all commits. If they switched workflows off, they could do so on ${defaultBranch}.`,
      },
    ];
  }
  return [
    {
      ...found,
      code: "squash-repeats-commits",
      what: "A squash by hand repeats the messages of all commits.",
      why: `If somebody squashes a task's pull request before it is complete, the last of them can keep your workflows from running on ${defaultBranch}.`,
    },
  ];
}

/** By a queue, or by the person who has reviewed: neither passes words of the App's. */
function isMergedByOthers(rule: BranchRule): boolean {
  return rule.kind === "merge-queue" || (rule.kind === "reviews" && (rule.count > 0 || rule.codeOwners));
}
