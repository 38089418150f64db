import type { DependencySurface } from "../../context/sections/role-facts.js";
import { bareExportName } from "../../domain/contract/assertion.js";
import { Contract } from "../../domain/contract/contract.js";
import { fingerprint } from "../../domain/contract/fingerprint.js";
import { highestVersion } from "../../domain/contract/version.js";
import type { AvailableExport } from "../../domain/enforcement/execution-context.js";
import { type ModuleRef, moduleRef, parseModuleRef } from "../../domain/ids.js";
import { entryRef, isActive, isThere, moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import { orThrow } from "../../domain/refusal.js";
import { availableExports } from "../../languages/exports/exports.js";
import { readerFor } from "../../languages/reader-for.js";
import { signaturesOf } from "../../languages/signatures.js";
import { readYaml } from "../../yaml/yaml.js";
import type { TaskReading, Tree } from "./read-task.js";

/** A shipped module that this one depends on: its contract, and what its users may know. */
export type Dependency = { readonly contract: Contract; readonly surface: DependencySurface };

export async function readDependency(tree: Pick<Tree, "read">, ref: ModuleRef): Promise<Dependency> {
  const { moduleId, version } = parseModuleRef(ref);
  const folder = moduleFolder(moduleId, version);
  const [contractText, examples] = await Promise.all([
    tree.read(`${folder}/contract.yml`),
    tree.read(`${folder}/examples.md`),
  ]);
  if (contractText === undefined || examples === undefined) {
    throw new Error(`${ref} has shipped, and its contract or examples are not in ${folder}`);
  }
  const contract = orThrow(readYaml(`${folder}/contract.yml`, contractText, Contract));
  const entry = await tree.read(contract.entry);
  const signatures = entry === undefined ? [] : (signaturesOf(contract.entry, entry) ?? []);
  return { contract, surface: { ref, contract, fingerprint: fingerprint(contract), signatures, examples } };
}

/**
 * The exports that the compiler found in the dependency's own files; the role sees only the names. If the language
 * cannot be read here, or a name comes from a file without an owner, the contract has what was verified at ship.
 */
export async function exportsOfDependency(
  tree: Pick<Tree, "read">,
  { contract, surface }: { readonly contract: Contract; readonly surface: Pick<DependencySurface, "ref"> },
  /** The file that would import it; null before there is one. */
  importer: string | null,
): Promise<AvailableExport[]> {
  const { entry, creates, files } = contract;
  const sources = new Map<string, string>();
  for (const { path } of files) {
    const text = await tree.read(path);
    if (text !== undefined) sources.set(path, text);
  }
  const from = await specifierOf(tree, entry, importer);
  const found = availableExports({ module: surface.ref, entry, sources, from });
  const names = new Set(found.map(({ name }) => name));
  const promised = creates.map(bareExportName).filter((name) => !names.has(name));
  return [...found, ...promised.map((name) => ({ name, from, type: null, created_by: surface.ref, file: entry }))];
}

/** The text after `from`; in a language that is not read here, the file itself. */
async function specifierOf(tree: Pick<Tree, "read">, entry: string, importer: string | null): Promise<string> {
  const has = async (path: string) => (await tree.read(path)) !== undefined;
  return (await readerFor(entry)?.specifierOf({ entry, importer, has })) ?? entry;
}

/** The modules of the tasks that this one depends on, each in its newest version. */
export async function readUpstream({ state, task, index, tree }: TaskReading): Promise<Dependency[]> {
  const tasks = state.project?.tasks ?? {};
  const refs = task.depends_on.flatMap((id) => tasks[id]?.module_refs ?? []);
  const ids = [...new Set(refs.map((ref) => parseModuleRef(ref).moduleId))].sort();
  const newest = ids.flatMap((id): ModuleRef[] => {
    const shipped = index.filter((entry) => entry.module_id === id && isThere(entry));
    const active = shipped.filter(isActive);
    const known = active.length > 0 ? active : shipped.filter((entry) => refs.includes(entryRef(entry)));
    const version = highestVersion(known.map((entry) => entry.version));
    return version === undefined ? [] : [moduleRef(id, version)];
  });
  return Promise.all(newest.map((ref) => readDependency(tree, ref)));
}
