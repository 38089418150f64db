import type { SealSituation } from "./seal-situation.js";
import type { WaysOn } from "./ways-on.js";

/** Only possible ways are offered: only a shipped task of a product that was not ended early can be undone. */
export function waysOn({ state, config }: SealSituation): WaysOn {
  const { quick, start } = config.labels;
  const { project = null, request } = state ?? {};
  const tasks = project === null || project.status === "ABORTED" ? [] : Object.entries(project.tasks);
  const shipped = tasks.filter(([, { status }]) => status === "SHIPPED");
  return {
    labels: { quick, start },
    issue: request?.issue ?? null,
    undo: Object.fromEntries(shipped.flatMap(([id, { module_refs }]) => module_refs.map((ref) => [ref, id]))),
  };
}
