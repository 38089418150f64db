import { setupBranch, upgradeBranch } from "../../engine/branches.js";
import type { Feature } from "../../engine/feature.js";
import { effectsBeforeConsent, noConsent } from "./before-consent.js";
import { setupUpkeep } from "./setup-proposal.js";

/** The workflow and the configuration are proposed, and kept up to date. Without consent, or after it was withdrawn, nothing else happens. */
export const setup: Feature = {
  name: "setup",
  observes: ({ config: { branch_prefix }, kit }) => ({
    branches: [setupBranch(branch_prefix), ...(kit === null ? [] : [upgradeBranch(branch_prefix, kit.workflow)])],
  }),
  forbids: (input) =>
    noConsent(input) === null
      ? null
      : {
          refusal: { code: "no-consent", message: "there is no .factory/config.yml on the default branch" },
          effects: effectsBeforeConsent(input),
        },
  earlyEffects: setupUpkeep,
  effects: setupUpkeep,
};
