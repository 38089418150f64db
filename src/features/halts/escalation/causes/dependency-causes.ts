import { z } from "zod";
import { MeaningfulText } from "../../../../domain/contract/meaningful-text.js";
import { countOf, itOrThem } from "../count-of.js";
import { defineCause } from "../define-cause.js";
import { leftOut, named, unlisted } from "../left-out.js";
import { OutsideText } from "../outside-text.js";

// The plan declared packages that need a person's consent (decisions.md#declared-packages).

export const dependencyNotAllowed = defineCause({
  kind: "dependency-not-allowed",
  reach: "task",
  evidence: {
    dependencies: z.array(z.strictObject({ name: OutsideText, range: OutsideText, why: MeaningfulText })).min(1),
  },
  recommended: "APPROVE_OVERRIDE",
  decision: ({ dependencies }) => {
    const them = itOrThem(dependencies.length);
    return `Agree to ${dependencies.map(({ name }) => name).join(", ")} for this task by override, allow ${them} for good in allowed_dependencies and retry, or provide a plan without ${them}.`;
  },
  failed: ({ dependencies }) =>
    dependencies.map(({ name, range, why }) => ({
      invariant: "New dependencies are on the allowed list",
      evidence: `${name}@${range}: ${why}`,
    })),
});

export const dependencyRunsScripts = defineCause({
  kind: "dependency-runs-scripts",
  reach: "task",
  evidence: { packages: z.array(OutsideText).min(1), ...leftOut },
  recommended: "APPROVE_OVERRIDE",
  decision: ({ packages, left_out }) =>
    `Agree by override to ${countOf(packages.length + (left_out?.count ?? 0), "package")} with install scripts, or provide a plan without: ${named(packages, left_out)}.`,
  failed: ({ packages, left_out }) => {
    const invariant = "New packages run nothing when they are installed";
    return [
      ...packages.map((name) => ({
        invariant,
        evidence: `${name} has install scripts. The factory never runs them; whoever installs the product without --ignore-scripts does.`,
      })),
      ...unlisted(invariant, left_out),
    ];
  },
});

export const dependenciesRefused = defineCause({
  kind: "dependencies-refused",
  reach: "task",
  evidence: { problems: z.array(OutsideText).min(1), ...leftOut },
  recommended: "REVISE_PLAN",
  decision: () =>
    "Provide a plan without these packages, or push manifest and lock file to the branch yourself and say fix: what resolving them brought is not taken.",
  failed: ({ problems, left_out }) => {
    const invariant = "Only declared packages and what they need, with their hashes, from registries in use";
    return [...problems.map((evidence) => ({ invariant, evidence })), ...unlisted(invariant, left_out)];
  },
});
