import type { z } from "zod";
import { Contract } from "../../domain/contract/contract.js";
import { fingerprint } from "../../domain/contract/fingerprint.js";
import { type ModuleRef, parseModuleRef } from "../../domain/ids.js";
import { CodeIndexEntry, moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { ReleaseModule } from "../../features/release/rules/release-gates.js";
import { ShipEvidence } from "../../features/shipping/ship-evidence.js";
import { readYaml } from "../../yaml/yaml.js";
import type { Tree } from "./read-task.js";

/** One shipped version on the default branch. */
export type ShippedModule = { readonly contract: Contract; readonly evidence: ShipEvidence };

export const INDEX_ENTRY = /^\.factory\/code-index\/[^/]+\.yml$/;

/** The code index of a commit. People can edit it, so an unreadable one is reported and not thrown. */
export async function readCodeIndex(tree: Tree): Promise<Outcome<CodeIndexEntry[]>> {
  const paths = tree.entries.map(({ path }) => path).filter((path) => INDEX_ENTRY.test(path));
  return all(await Promise.all(paths.map((path) => readAt(tree, path, CodeIndexEntry))));
}

/** Contract and ship evidence of each of these versions, in the same order. */
export async function readShipped(tree: Tree, refs: readonly ModuleRef[]): Promise<Outcome<ShippedModule[]>> {
  return all(
    await Promise.all(
      refs.map(async (ref): Promise<Outcome<ShippedModule>> => {
        const { moduleId, version } = parseModuleRef(ref);
        const folder = moduleFolder(moduleId, version);
        const contract = await readAt(tree, `${folder}/contract.yml`, Contract);
        if (!contract.ok) return contract;
        const evidence = await readAt(tree, `${folder}/ship.yml`, ShipEvidence);
        return evidence.ok ? accept({ contract: contract.value, evidence: evidence.value }) : evidence;
      }),
    ),
  );
}

/** A version as input of the release gates. */
export function releaseModule(ref: ModuleRef, { contract, evidence }: ShippedModule): ReleaseModule {
  return {
    module_ref: ref,
    shipped: evidence.verification.result === "PASS",
    fingerprint: fingerprint(contract),
    depends_on: contract.dependencies.map((dependency) => dependency.ref),
    built_against: evidence.dependencies,
  };
}

/** A file that people can edit, too: its content, or its problem. */
export async function readAt<S extends z.ZodType>(tree: Tree, path: string, schema: S): Promise<Outcome<z.output<S>>> {
  const text = await tree.read(path);
  if (text !== undefined) return readYaml(path, text, schema);
  return refuse("file-missing", `${path} is not on the default branch; restore it from the history.`, { path });
}

function all<T>(outcomes: readonly Outcome<T>[]): Outcome<T[]> {
  const values: T[] = [];
  for (const outcome of outcomes) {
    if (!outcome.ok) return outcome;
    values.push(outcome.value);
  }
  return accept(values);
}
