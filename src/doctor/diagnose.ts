import { diagnoseProduct } from "./diagnose-product.js";
import { diagnoseRules } from "./diagnose-rules.js";
import { diagnoseSquash } from "./diagnose-squash.js";
import type { DoctorFacts } from "./doctor-facts.js";
import { type Finding, FindingLevel } from "./finding.js";
import { DISPENSABLE, NEEDED_PERMISSIONS } from "./needed-permissions.js";

const LEVELS = ["none", "read", "write", "admin"];

/** Everything that would stop, delay or surprise the App here; the worst first, each in the order it was looked at. */
export function diagnose(facts: DoctorFacts): Finding[] {
  const found = [
    ...diagnoseProduct(facts),
    ...diagnoseRepository(facts),
    ...diagnosePermissions(facts),
    ...diagnoseFiles(facts),
    ...diagnoseActions(facts),
    ...diagnoseRules(facts),
    ...diagnoseSquash(facts),
  ];
  const rank = ({ level }: Finding) => FindingLevel.options.indexOf(level);
  return found.sort((a, b) => rank(a) - rank(b));
}

function diagnoseRepository({ repository, installation }: DoctorFacts): Finding[] {
  const { url } = repository;
  const found: Finding[] = [];
  const leftAlone = repository.archived ? "archived" : repository.fork ? "a fork" : null;
  if (installation.suspended) {
    found.push({
      code: "suspended",
      level: "error",
      what: "The installation is suspended.",
      why: "GitHub gives the App no token.",
      fix: "Unsuspend it.",
      link: installation.settingsUrl,
    });
  }
  if (leftAlone !== null) {
    found.push({
      code: "left-alone",
      level: "error",
      what: `The repository is ${leftAlone}.`,
      why: "The App leaves archived repositories and forks alone.",
      fix: repository.archived ? "Unarchive it." : "Use the repository it was forked from, or a copy that is no fork.",
      link: `${url}/settings`,
    });
  }
  if (repository.isEmpty) {
    found.push({
      code: "no-commit",
      level: "error",
      what: "The repository has no commit.",
      why: "A pull request needs one to build on, and the App does not write to your default branch.",
      fix: "Add SPEC.md, or any file.",
      link: `${url}/new/${repository.defaultBranch}?filename=SPEC.md`,
    });
  }
  if (!repository.hasIssues) {
    found.push({
      code: "issues-off",
      level: "error",
      what: "Issues are switched off.",
      why: "A product is asked for by an issue, and its status is kept there.",
      fix: "Switch them on.",
      link: `${url}/settings`,
    });
  }
  return found;
}

function diagnosePermissions({ installation }: DoctorFacts): Finding[] {
  return Object.entries(NEEDED_PERMISSIONS).flatMap(([name, { level, why }]): Finding[] => {
    const granted = installation.permissions[name] ?? "none";
    if (LEVELS.indexOf(granted) >= LEVELS.indexOf(level)) return [];
    return [
      {
        code: "permission-missing",
        level: DISPENSABLE.has(name) ? "warning" : "error",
        what: `The permission ${name}: ${level} is not granted (granted: ${granted}).`,
        why: `Without it ${why}.`,
        fix: "Accept the App's new permissions; if none are offered, its owner must ask for them first.",
        link: installation.settingsUrl,
      },
    ];
  });
}

function diagnoseFiles({ files, missingLabels, repository }: DoctorFacts): Finding[] {
  const found: Finding[] = [];
  if (!files.config) {
    found.push({
      code: "no-consent",
      level: "warning",
      what: "There is no .factory/config.yml on the default branch.",
      why: "It is your consent; nothing is done before it is there.",
      fix: "Merge the set-up pull request.",
      link: `${repository.url}/pulls`,
    });
  } else if (missingLabels.length > 0) {
    found.push({
      code: "labels-missing",
      level: "warning",
      what: `The labels ${missingLabels.join(", ")} do not exist.`,
      why: "Without its label nobody can ask for a product.",
      fix: "Nothing; the App creates them when it looks next.",
      link: `${repository.url}/labels`,
    });
  }
  if (files.config && (files.workflow === "absent" || files.workflow === "outdated")) {
    found.push({
      code: `workflow-${files.workflow}`,
      level: files.workflow === "absent" ? "error" : "warning",
      what:
        files.workflow === "absent"
          ? "The gates workflow is not installed."
          : "The gates workflow is not the current one.",
      why: files.workflow === "absent" ? "Nothing can be judged, so nothing can be merged." : "Gate runs may fail.",
      fix: "Merge the pull request that brings it.",
      link: `${repository.url}/pulls`,
    });
  }
  if (!files.spec) {
    found.push({
      code: "no-spec",
      level: "note",
      what: "There is no SPEC.md on the default branch.",
      why: "It is what a product is made from.",
      fix: "Write it when you know what you want.",
      link: `${repository.url}/new/${repository.defaultBranch}?filename=SPEC.md`,
    });
  }
  return found;
}

function diagnoseActions({ actions, repository, installation }: DoctorFacts): Finding[] {
  const link = `${repository.url}/settings/actions`;
  if (actions === null) {
    return [
      {
        code: "actions-unknown",
        level: "note",
        what: "Whether GitHub Actions is on could not be read.",
        why: "The gates run there.",
        fix: "Grant the App administration: read, or see for yourself.",
        link: installation.settingsUrl,
      },
    ];
  }
  if (!actions.enabled) {
    return [
      {
        code: "actions-off",
        level: "error",
        what: "GitHub Actions is switched off.",
        why: "The gates run there; nothing can be judged.",
        fix: "Switch it on.",
        link,
      },
    ];
  }
  if (actions.allowed === "all" || actions.allowed === null) return [];
  return [
    {
      code: "actions-restricted",
      level: "warning",
      what: `Only ${actions.allowed === "local_only" ? "actions of this account" : "chosen actions"} may run.`,
      why: "The gates workflow uses actions/checkout, actions/setup-node, actions/upload-artifact and the App's own action.",
      fix: "Allow these four.",
      link,
    },
  ];
}
