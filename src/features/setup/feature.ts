import { setupBranch, upgradeBranch } from "../../engine/branches.js";
import type { Feature } from "../../engine/feature.js";

/** The workflow and the configuration are proposed, and kept up to date. */
export const setup: Feature = {
  name: "setup",
  observes: ({ config: { branch_prefix }, kit }) => ({
    branches: [setupBranch(branch_prefix), ...(kit === null ? [] : [upgradeBranch(branch_prefix, kit.workflow)])],
  }),
};
