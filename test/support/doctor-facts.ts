import type { DoctorFacts } from "../../src/doctor/doctor-facts.js";
import { NEEDED_PERMISSIONS } from "../../src/doctor/needed-permissions.js";

/** Facts of a repository without any problem. */
export function healthy(overrides: Partial<DoctorFacts> = {}): DoctorFacts {
  return {
    gitHub: { product: "github.com", version: null },
    repository: {
      fullName: "acme/product",
      url: "https://github.com/acme/product",
      archived: false,
      fork: false,
      defaultBranch: "main",
      isEmpty: false,
      hasIssues: true,
      mergeMethods: ["squash", "merge", "rebase"],
      squashRepeats: false,
    },
    installation: {
      permissions: Object.fromEntries(Object.entries(NEEDED_PERMISSIONS).map(([name, { level }]) => [name, level])),
      settingsUrl: "https://github.com/settings/installations/2",
      suspended: false,
    },
    ownAppId: 9,
    files: { config: true, spec: true, workflow: "current" },
    missingLabels: [],
    actions: { enabled: true, allowed: "all" },
    rules: [],
    ...overrides,
  };
}
