import { z } from "zod";
import { MeaningfulText } from "../../contract/meaningful-text.js";
import { countOf } from "../count-of.js";
import { defineCause } from "../define-cause.js";
import { OutsideText } from "../outside-text.js";

// The plan declared packages, and they cannot be taken without a person (DESIGN, dependencies).

export const dependencyNotAllowed = defineCause({
  kind: "dependency-not-allowed",
  reach: "task",
  evidence: {
    dependencies: z.array(z.strictObject({ name: OutsideText, range: OutsideText, why: MeaningfulText })).min(1),
  },
  recommended: "APPROVE_OVERRIDE",
  decision: ({ dependencies }) =>
    `Agree to ${dependencies.map(({ name }) => name).join(", ")} for this task by override, allow it for good in allowed_dependencies and retry, or provide a plan without it.`,
  failed: ({ dependencies }) =>
    dependencies.map(({ name, range, why }) => ({
      invariant: "New dependencies are on the allowed list",
      evidence: `${name}@${range}: ${why}`,
    })),
});

export const dependencyRunsScripts = defineCause({
  kind: "dependency-runs-scripts",
  reach: "task",
  evidence: { packages: z.array(OutsideText).min(1) },
  recommended: "APPROVE_OVERRIDE",
  decision: ({ packages }) =>
    `Agree by override to ${countOf(packages.length, "package")} with install scripts, or provide a plan without: ${packages.join(", ")}.`,
  failed: ({ packages }) =>
    packages.map((name) => ({
      invariant: "New packages run nothing when they are installed",
      evidence: `${name} has install scripts. The factory never runs them; whoever installs the product without --ignore-scripts does.`,
    })),
});

export const dependenciesRefused = defineCause({
  kind: "dependencies-refused",
  reach: "task",
  evidence: { problems: z.array(OutsideText).min(1) },
  recommended: "REVISE_PLAN",
  decision: () =>
    "Provide a plan without these packages, or push manifest and lock file to the branch yourself and say fix: what resolving them brought is not taken.",
  failed: ({ problems }) =>
    problems.map((problem) => ({
      invariant: "Only declared packages and what they need, with their hashes, from registries in use",
      evidence: problem,
    })),
});
