import type { GitHubProduct } from "../domain/github-product.js";
import { permissionsFor } from "../engine/effects/effect-table.js";
import type { Forge } from "../engine/ports.js";
import type { KnownTexts } from "./cache/known-texts.js";
import type { KnownTrees, OwnCommit } from "./cache/known-trees.js";
import { createRemembered } from "./cache/remembered.js";
import type { GitHubFor } from "./client/github.js";
import { queuePermission, seeingQueue } from "./client/queue-access.js";
import { examine } from "./doctor/examine.js";
import { perform } from "./effects/perform.js";
import { performTogether } from "./effects/perform-together.js";
import type { InstallationFacts } from "./observe/installation-facts.js";
import { observe } from "./observe/observe.js";

/** What the forge needs beside the repository: the installation, and the workflow of this version. */
export type Surroundings = {
  readonly appId: number;
  readonly installationOf: (installation: number) => Promise<InstallationFacts>;
  readonly gatesWorkflow: string | null;
  /** Whose GitHub it is; github.com unless told otherwise. */
  readonly product?: GitHubProduct;
  readonly now: () => number;
  /** Gets what is committed, for later reads. */
  readonly texts?: KnownTexts;
  readonly trees?: KnownTrees;
};

/** Observes GitHub and performs effects, each step with the narrowest token (decisions.md#narrow-tokens). */
export function gitHubForge(
  gitHubFor: GitHubFor,
  ownLogin: string,
  { appId, installationOf, gatesWorkflow, product = "github.com", now, texts, trees }: Surroundings,
): Forge {
  const remembered = createRemembered(now);
  const performOne: Forge["perform"] = async (repository, effect, { isNew } = { isNew: false }) => {
    if (effect.kind === "examine") {
      const installation = await installationOf(repository.installation);
      return examine({ gitHubFor, repository, ownLogin, remembered, installation, gatesWorkflow, product }, effect);
    }
    if ("files" in effect) for (const { text } of effect.files) await texts?.learn(repository.id, text);
    const { owner, name: repo } = repository;
    const connect = (permissions: Parameters<GitHubFor>[1]) => gitHubFor(repository, permissions);
    const committed = (commit: OwnCommit) => trees?.learn(repository.id, commit);
    const opened = (branch: string, number: number) => remembered.pulls(repository.id).noteNumber(branch, number);
    const gitHub = await connect(permissionsFor(effect));
    return perform({ gitHub, owner, repo, ownLogin, remembered, isNew, committed, opened, connect, product }, effect);
  };
  return {
    async observe(repository, query) {
      const { owner, name: repo } = repository;
      const observed = await seeingQueue({ owner, repo, remembered }, async (queueAccess) => {
        const gitHub = await gitHubFor(repository, {
          contents: "read",
          issues: "read",
          pull_requests: "read",
          checks: "read",
          ...(query.gateRuns.length === 0 ? {} : { actions: "read" }),
          ...queuePermission(queueAccess),
        });
        return observe({ gitHub, repository, query, ownLogin, appId, remembered, queueAccess });
      });
      const { config, spec } = observed;
      // Only the proposal of set-up without a SPEC.md depends on it.
      if (config.status !== "absent" || spec.status !== "absent") return observed;
      return { ...observed, installedOn: (await installationOf(repository.installation)).selection };
    },
    perform: performOne,
    performTogether: (repository, pending) =>
      performTogether({ gitHubFor, remembered, perform: performOne }, repository, pending),
  };
}
