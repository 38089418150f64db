import type { Forge } from "../../ports.js";
import { examine } from "./examine.js";
import type { GitHubFor } from "./github.js";
import type { InstallationFacts } from "./installation-facts.js";
import { observe } from "./observe.js";
import { perform, permissionsFor } from "./perform.js";
import { createRemembered } from "./remembered.js";

/** What the forge must know beside the repository: the installation it acts by, and the workflow this version starts. */
export type Surroundings = {
  readonly installationOf: (installation: number) => Promise<InstallationFacts>;
  readonly gatesWorkflow: string | null;
};

/** GitHub as the loop's eyes and hands; each step with the narrowest token that can do it (DESIGN, security rule 5). */
export function gitHubForge(
  gitHubFor: GitHubFor,
  ownLogin: string,
  { installationOf, gatesWorkflow }: Surroundings,
): Forge {
  const remembered = createRemembered();
  return {
    async observe(repository, wanted) {
      const gitHub = await gitHubFor(repository, {
        contents: "read",
        issues: "read",
        pull_requests: "read",
        checks: "read",
        ...(wanted.gateRuns.length === 0 ? {} : { actions: "read" }),
      });
      const observed = await observe({ gitHub, repository, wanted, ownLogin, remembered });
      const { config, spec } = observed;
      // Whether set-up is proposed where there is no SPEC.md depends on it, and nothing else does.
      if (config.status !== "absent" || spec.status !== "absent") return observed;
      return { ...observed, installedOn: (await installationOf(repository.installation)).selection };
    },
    async perform(repository, effect) {
      if (effect.kind === "examine") {
        const installation = await installationOf(repository.installation);
        return examine({ gitHubFor, repository, ownLogin, remembered, installation, gatesWorkflow }, effect);
      }
      const { owner, name: repo } = repository;
      const connect = (permissions: Parameters<GitHubFor>[1]) => gitHubFor(repository, permissions);
      const gitHub = await connect(permissionsFor(effect));
      return perform({ gitHub, owner, repo, ownLogin, remembered, connect }, effect);
    },
  };
}
