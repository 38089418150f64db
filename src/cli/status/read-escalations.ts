import type { Sha } from "../../domain/ids.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { Escalation } from "../../features/halts/escalation/escalation.js";
import { escalationPath } from "../../features/modules/artifacts/artifact-paths.js";
import { readObjects } from "../../git/read-objects.js";
import { readYaml } from "../../yaml/yaml.js";

/** The files that say why tasks halted, from the commit that holds the state. A missing file is left out. */
export async function readEscalations(
  gitDirectory: string,
  head: Sha,
  { project }: FactoryState,
): Promise<Outcome<ReadonlyMap<string, string>>> {
  const paths = Object.values(project?.tasks ?? {}).flatMap(({ status, escalation_ref: ref }) =>
    status === "HALTED" && ref !== null ? [escalationPath(ref)] : [],
  );
  const found = await readObjects(
    gitDirectory,
    paths.map((path) => `${head}:${path}`),
  );
  const read = new Map<string, string>();
  for (const path of paths) {
    const text = found.get(`${head}:${path}`);
    const escalation = text === undefined ? undefined : readYaml(path, text, Escalation);
    if (escalation?.ok === false) return escalation;
    if (text !== undefined) read.set(path, text);
  }
  return accept(read);
}
