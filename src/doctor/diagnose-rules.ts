import type { BranchRule, DoctorFacts } from "./doctor-facts.js";
import type { Finding } from "./finding.js";

/** What the default branch's rules mean for a merge by the App. */
export function diagnoseRules(facts: DoctorFacts): Finding[] {
  const { rules, repository } = facts;
  const link = `${repository.url}/settings/rules`;
  if (rules === null) {
    return [
      {
        code: "rules-unknown",
        level: "warning",
        what: `The rules of ${repository.defaultBranch} could not be read.`,
        why: "A rule that stops merges shows only when the first merge fails.",
        fix: "Grant the App administration: read.",
        link: facts.installation.settingsUrl,
      },
    ];
  }
  return [...rules.flatMap((rule) => diagnoseRule(rule, facts, link)), ...diagnoseMethods(rules, facts, link)];
}

function diagnoseRule(rule: BranchRule, { ownAppId, repository }: DoctorFacts, link: string): Finding[] {
  const branch = repository.defaultBranch;
  switch (rule.kind) {
    case "reviews":
      if (rule.count === 0 && !rule.codeOwners) return [];
      return [
        {
          code: "reviews-required",
          level: "warning",
          what: `${branch} requires ${rule.count === 0 ? "code owners' reviews" : `${rule.count} approving ${rule.count === 1 ? "review" : "reviews"}`}.`,
          why: "Every task's pull request waits for them; the App cannot approve its own.",
          fix: "Approve the pull requests as they come, or let the App bypass the rule.",
          link,
        },
      ];
    case "conversations-resolved":
      return [
        {
          code: "conversations-required",
          level: "note",
          what: `${branch} requires resolved conversations.`,
          why: "A remark on a task's pull request holds its merge until somebody resolves it.",
          fix: "Resolve your remarks once they are answered.",
          link,
        },
      ];
    case "checks":
      return rule.checks.flatMap((check) => diagnoseCheck(check, ownAppId, link));
    case "merge-queue":
      return [
        {
          code: "merge-queue",
          level: "note",
          what: `${branch} has a merge queue.`,
          why: "Tasks are merged by the queue, in its order and at its time.",
          fix: "Nothing; the App enqueues.",
          link,
        },
      ];
    case "signatures":
      return [
        {
          code: "signatures-required",
          level: "note",
          what: `${branch} requires signed commits.`,
          why: "GitHub signs the App's commits and squash merges; a rebase merge it does not sign.",
          fix: "Allow squash merges.",
          link,
        },
      ];
    case "deployments":
      return [
        {
          code: "deployments-required",
          level: "warning",
          what: `${branch} requires deployments to ${rule.environments.join(", ")}.`,
          why: "The App deploys nothing, so every merge waits for whoever does.",
          fix: "Deploy the pull requests' heads, or let the App bypass the rule.",
          link,
        },
      ];
    case "restricted":
      return [
        {
          code: "merge-restricted",
          level: "error",
          what: `Only named people and Apps may change ${branch}.`,
          why: "GitHub refuses the App's merges.",
          fix: "Add the App to those who may, or to the rule's bypass list.",
          link,
        },
      ];
    case "locked":
      return [
        {
          code: "branch-locked",
          level: "error",
          what: `${branch} is locked.`,
          why: "Nothing can be merged.",
          fix: "Unlock it.",
          link,
        },
      ];
    case "merge-methods":
    case "linear-history":
      return []; // judged together, below
    default:
      return rule satisfies never;
  }
}

function diagnoseCheck(
  { context, appId }: { readonly context: string; readonly appId: number | null },
  ownAppId: number,
  link: string,
): Finding[] {
  if (context.startsWith("factory / ")) {
    if (appId === ownAppId) return [];
    return [
      {
        code: "own-check-from-anybody",
        level: appId === null ? "warning" : "error",
        what: `The required check "${context}" is accepted from ${appId === null ? "any App" : "another App"}.`,
        why: appId === null ? "Any workflow could make one of that name." : "The App's own never counts.",
        fix: "Choose this App as the check's source.",
        link,
      },
    ];
  }
  return [
    {
      code: "check-required",
      level: "warning",
      what: `The check "${context}" must pass before a merge.`,
      why: "The App's intermediate commits skip your workflows; on the last commit they run, and a merge waits for them.",
      fix: `See that whatever reports "${context}" runs on pull requests of the App.`,
      link,
    },
  ];
}

function diagnoseMethods(rules: readonly BranchRule[], { repository }: DoctorFacts, link: string): Finding[] {
  const linear = rules.some(({ kind }) => kind === "linear-history");
  const possible = repository.mergeMethods.filter(
    (method) =>
      !(linear && method === "merge") &&
      rules.every((rule) => rule.kind !== "merge-methods" || rule.allowed.includes(method)),
  );
  if (possible.length > 0) return [];
  return [
    {
      code: "no-merge-method",
      level: "error",
      what: `No merge method is left for ${repository.defaultBranch}.`,
      why: "What the repository allows and what its rules allow have nothing in common, so nothing can be merged.",
      fix: "Allow squash merges in both.",
      link,
    },
  ];
}
