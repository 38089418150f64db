/** The pending effects of many tasks that have just begun: a branch, a commit and a pull request for each. */

import type { Sha } from "../../src/domain/ids.js";
import { deriveEffects } from "../../src/engine/effects/derive-effects.js";
import type { Effect } from "../../src/engine/effects/effect.js";
import { aConfig } from "./config.js";
import { label, NOW, REQUEST, started } from "./loop.js";
import { observed } from "./observed.js";
import { aProject } from "./project-state.js";

/** The effects of tasks. Effects of the whole product, such as its baseline, need a repository after set-up. */
export type PendingEffect = Extract<Effect, { kind: "propose-files" | "keep-comment" }>;

export function effectsOfOpenTasks(
  count: number,
  at: { readonly base: Sha; readonly prefix: string },
): PendingEffect[] {
  const names = Array.from({ length: count }, (_, index) => `task${index + 1}`);
  const project = aProject(Object.fromEntries(names.map((name) => [name, { is: "IN_PROGRESS" }])));
  const state = { ...started, project, work: {} };
  return deriveEffects({
    state,
    stored: state,
    observed: observed({ defaultHead: at.base, requests: [{ ...label, issue: REQUEST }] }),
    config: aConfig({ branch_prefix: at.prefix }),
    files: new Map(Object.values(project.tasks).map(({ path, task }) => [path, `# ${task}\n`])),
    stateHead: at.base,
    now: NOW,
    setupKit: null,
  }).filter((effect): effect is PendingEffect => effect.kind === "propose-files" || effect.kind === "keep-comment");
}
