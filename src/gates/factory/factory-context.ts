import { z } from "zod";
import { contextWindowOf } from "../../domain/budget/sizing.js";
import { Manifest } from "../../domain/contract/manifest.js";
import { RepoPath } from "../../domain/contract/repo-path.js";
import type { GateRequest } from "../../domain/gates/gate-request.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import { parseModuleRef, type Sha } from "../../domain/ids.js";
import { moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import { type BuiltModule, plannedRef } from "../../domain/plan/micro-plan.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import { createSourceReader } from "../../languages/create-source-reader.js";
import { diffTrees } from "../checkout/diff-trees.js";
import { type ContractReading, readContract } from "../contract-reading.js";
import type { DependencySurface, GateContext, GateManifest } from "../gate-context.js";
import { productFiles } from "../product-files.js";
import type { FactoryCheckouts, FactoryFacts, ModuleFacts } from "./factory-facts.js";
import { readOptional } from "./read-file.js";
import { DependencyContract, previousFingerprint } from "./read-shipped.js";
import { sopsFor } from "./sops-for.js";

const NO_MANIFEST: GateManifest = { files: [], testFile: "", entry: null };

/** The context of a run that the App requested. The executor adds the results of running. */
export function factoryContext({
  request,
  facts,
  checkouts,
}: {
  readonly request: GateRequest;
  readonly facts: FactoryFacts;
  readonly checkouts: FactoryCheckouts;
}): Outcome<GateContext> {
  const { config, shipped, plan, task, module } = facts;
  const { head, base } = checkouts;
  const contract: ContractReading =
    module === null || module.contract === undefined
      ? { kind: "absent" }
      : readContract(module.contract, config.contract_mode);
  const manifest = module === null ? NO_MANIFEST : manifestOf(module);
  const sops = sopsFor(
    base.tree,
    manifest.files.map(({ path }) => path),
  );
  if (!sops.ok) return sops;
  const dependencies = dependencySurfaces(request, facts, checkouts);
  if (!dependencies.ok) return dependencies;
  return accept({
    runType: request.run_type,
    mode: config.contract_mode,
    task: {
      title: task?.name ?? "",
      text: task?.description ?? "",
      acceptanceCriteria: task?.acceptance_criteria ?? [],
    },
    module: request.module,
    contract,
    manifest,
    lockedManifest: module === null ? null : lockedManifest(module),
    lockedTests: lockedTests(module),
    previousFingerprint: module === null ? null : previousFingerprint(shipped, module.module.module_id),
    base: base.tree,
    head: head.tree,
    diff: diffTrees(base.entries, head.entries),
    testNotCommittedAt: null,
    sources: createSourceReader(head.tree, { isProduct: productFiles(manifest, contract) }),
    seals: shipped.seals,
    committedByLoop: committedByLoop(module, head),
    declaredPackages: (plan?.dependencies ?? []).map(({ name }) => name),
    dependencies: dependencies.value,
    rules: config,
    // A person merged the configuration at the base.
    danger: { ...config.danger_mode, setBy: "configuration" },
    window: contextWindowOf(config.models.proposer.name, config.prices, config.sizing),
    sops: sops.value,
    execution: null,
  });
}

const ContractManifest = z.looseObject({ files: Manifest, test_file: RepoPath, entry: RepoPath });

/** The contract's manifest; the plan's manifest if the contract cannot be read. */
function manifestOf({ module, contract }: ModuleFacts): GateManifest {
  const { files, test_file, entry } = ContractManifest.safeParse(contract).data ?? module;
  return { files, testFile: test_file, entry };
}

function lockedManifest({ module, lock }: ModuleFacts): GateManifest {
  return { files: lock?.manifest ?? module.files, testFile: module.test_file, entry: module.entry };
}

/** The tests with their support files, once they were seen to be red. */
function lockedTests(module: ModuleFacts | null): GateContext["lockedTests"] {
  if (module === null || module.lock === null || module.red === null) return null;
  const { test_blob, support_blobs = {} } = module.lock;
  return new Map([[module.module.test_file, test_blob], ...Object.entries(support_blobs)]);
}

/** The locked contract and examples, and the modules that shipped on this branch before. */
function committedByLoop(module: ModuleFacts | null, head: FactoryCheckouts["head"]): ReadonlyMap<string, Sha> {
  if (module === null) return new Map();
  const own = module.lock ? loopFiles(module.module, module.lock) : branchFiles(module, head);
  return new Map([...module.shippedInTask.map(({ path, blob }) => [path, blob] as const), ...own]);
}

function loopFiles(module: BuiltModule, lock: NonNullable<ModuleFacts["lock"]>): ReadonlyMap<string, Sha> {
  const folder = moduleFolder(module.module_id, module.module_version);
  return new Map([
    [`${folder}/contract.yml`, lock.contract_blob],
    [`${folder}/examples.md`, lock.examples_blob],
  ]);
}

/** Before red nothing is locked: the loop put contract and examples on the branch for this run. */
function branchFiles(module: ModuleFacts, head: FactoryCheckouts["head"]): ReadonlyMap<string, Sha> {
  const folder = moduleFolder(module.module.module_id, module.module.module_version);
  return new Map(
    ["contract.yml", "examples.md"].flatMap((name) => {
      const blob = head.tree.blob(`${folder}/${name}`);
      return blob === undefined ? [] : [[`${folder}/${name}`, blob] as const];
    }),
  );
}

/** Entry and exports of declared dependencies, from the shipped contract or, in the same task, from the state's. */
function dependencySurfaces(
  request: GateRequest,
  { module, plan }: FactoryFacts,
  { base, state }: FactoryCheckouts,
): Outcome<readonly DependencySurface[]> {
  const surfaces: DependencySurface[] = [];
  for (const ref of module?.module.depends_on ?? []) {
    const { moduleId, version } = parseModuleRef(ref);
    const isSibling = plan?.modules.some(
      (sibling) => plannedRef(sibling) === ref && sibling.reuse_decision === "CREATE_NEW",
    );
    const contract =
      isSibling === true && request.task !== null
        ? readOptional(state.tree, moduleStatePath(request.task, moduleId, "contract.yml"), DependencyContract)
        : readOptional(base.tree, `${moduleFolder(moduleId, version)}/contract.yml`, DependencyContract);
    if (!contract.ok) return contract;
    if (contract.value !== undefined)
      surfaces.push({ ref, entry: contract.value.entry, exports: contract.value.creates });
  }
  return accept(surfaces);
}
