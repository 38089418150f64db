import { contextWindowOf } from "../../domain/budget/sizing.js";
import type { Config } from "../../domain/config/config.js";
import { gitBlobSha } from "../../domain/hash.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import { createSourceReader } from "../../languages/create-source-reader.js";
import type { FileTree } from "../../languages/file-tree.js";
import { diffTrees } from "../checkout/diff-trees.js";
import type { Checkout } from "../checkout/open-checkout.js";
import { readShipped } from "../factory/read-shipped.js";
import { sopsFor } from "../factory/sops-for.js";
import type { GateContext, GateManifest } from "../gate-context.js";
import { readPlanContract } from "../plan-contract.js";
import { productFiles } from "../product-files.js";
import type { ContractLock } from "./contract-run.js";
import type { PlanJson } from "./plan-json.js";

/** The repository's top folder, committed or not. */
export type WorkTree = {
  readonly hasTestFile: boolean;
  /** The plan's path, if it is inside the repository. */
  readonly planPath: string | null;
};

export type PlanRun = {
  readonly plan: PlanJson;
  readonly config: Config;
  readonly head: Checkout;
  readonly base: Checkout;
  /** The work tree of the plan. */
  readonly work: WorkTree;
  /** The lock of the CONTRACT run that the plan names; null if it names none. */
  readonly lock: ContractLock | null;
};

/** The context of a stand-alone run: no locked plan and no earlier red run but the one that it names, no factory. */
export function planContext({ plan, config, head, base, work, lock }: PlanRun): Outcome<GateContext> {
  const tree = withTestFile(head.tree, plan);
  const { files, testFile } = plan.manifest;
  const paths = files.map(({ path }) => path);
  const shipped = readShipped(base.tree);
  if (!shipped.ok) return shipped;
  const sops = sopsFor(base.tree, paths);
  if (!sops.ok) return sops;
  const contract = readPlanContract(plan.contract);
  const manifest: GateManifest = {
    files: files.map(({ path, action, reason }) => ({ path, action, ...(reason === undefined ? {} : { reason }) })),
    testFile,
    entry: null,
  };
  return accept({
    runType: plan.runType,
    mode: plan.contract?.mode ?? config.contract_mode,
    task: { title: "", text: plan.taskPrompt, acceptanceCriteria: [] },
    module: null,
    contract,
    manifest,
    lockedManifest: lock === null ? null : { ...lock.manifest, entry: null },
    lockedTests: lock === null ? null : new Map(lock.tests.map(({ path, blob }) => [path, blob])),
    previousFingerprint: null,
    base: base.tree,
    head: tree,
    // A branch may add the plan that judges it: nobody lists a plan in its own manifest.
    diff: diffTrees(base.entries, head.entries).filter(({ path }) => path !== work.planPath),
    testNotCommittedAt: work.hasTestFile && !tree.has(testFile) ? plan.targetRef : null,
    sources: createSourceReader(tree, { isProduct: productFiles(manifest, contract) }),
    seals: shipped.value.seals,
    committedByLoop: new Map(),
    declaredPackages: [],
    dependencies: [],
    rules: config,
    danger: plan.dangerMode
      ? { enabled: true, paths, setBy: "plan" }
      : { ...config.danger_mode, setBy: "configuration" },
    window: contextWindowOf(config.models.proposer.name, config.prices, config.sizing),
    sops: sops.value,
    execution: null,
  });
}

/**
 * Stands in for a test file that is not committed yet, and never replaces one that is (`testFileContent` in
 * requirements.md#the-plan-file). Code is judged with committed tests only.
 */
function withTestFile(tree: FileTree, { runType, testFilePath, testFileContent }: PlanJson): FileTree {
  if (testFileContent === undefined || runType !== "CONTRACT" || tree.has(testFilePath)) return tree;
  return {
    has: (path) => path === testFilePath || tree.has(path),
    read: (path) => (path === testFilePath ? testFileContent : tree.read(path)),
    paths: () => [...tree.paths(), testFilePath],
    blob: (path) => (path === testFilePath ? gitBlobSha(testFileContent) : tree.blob(path)),
  };
}

/** A text that was read before, and differs from the committed one, is of another revision. */
export function staleTestContent(
  { testFilePath, testFileContent, targetRef }: PlanJson,
  head: FileTree,
): string | undefined {
  if (testFileContent === undefined || !head.has(testFilePath)) return undefined;
  if (head.read(testFilePath) === testFileContent) return undefined;
  return `testFileContent: differs from ${testFilePath} at ${targetRef}, and what is committed is judged. Remove the field, or commit the file`;
}
