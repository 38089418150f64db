import type { Sha } from "../../domain/ids.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { Escalation } from "../../features/halts/escalation/escalation.js";
import { escalationPath } from "../../features/modules/artifact-paths.js";
import { readObjects } from "../../git/read-objects.js";
import { readYaml } from "../../yaml/yaml.js";
import type { Escalations } from "./status-waits.js";

/** Why each halted task halted, from the commit that holds the state. A file that is not there is left out. */
export async function readEscalations(
  gitDirectory: string,
  head: Sha,
  { project }: FactoryState,
): Promise<Outcome<Escalations>> {
  const halts = Object.entries(project?.tasks ?? {}).flatMap(([task, { status, escalation_ref: ref }]) =>
    status === "HALTED" && ref !== null ? [{ task, path: escalationPath(ref) }] : [],
  );
  const found = await readObjects(
    gitDirectory,
    halts.map(({ path }) => `${head}:${path}`),
  );
  const read = new Map<string, Escalation>();
  for (const { task, path } of halts) {
    const text = found.get(`${head}:${path}`);
    const escalation = text === undefined ? undefined : readYaml(path, text, Escalation);
    if (escalation?.ok === false) return escalation;
    if (escalation !== undefined) read.set(task, escalation.value);
  }
  return accept(read);
}
