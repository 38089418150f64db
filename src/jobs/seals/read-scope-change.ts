import type { Sha } from "../../domain/ids.js";
import { LEDGER_PATH, Ledger } from "../../domain/ledger/ledger.js";
import type { ScopeChange, ScopeProblem } from "../../domain/ledger/scope-problems.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { RepositoryRef } from "../../engine/ports.js";
import { shippedProof } from "../../features/ledger/shipped-proof.js";
import type { ChangedPath } from "../../features/seals/seal-violations.js";
import { ShipEvidence } from "../../features/shipping/ship-evidence.js";
import { testsIn } from "../../languages/tests-in.js";
import type { JobPorts } from "../../roles/reading/job-ports.js";
import type { SealedReading } from "../../roles/reading/read-sealed.js";
import type { Tree } from "../../roles/reading/read-task.js";
import { readYaml } from "../../yaml/yaml.js";

const EVIDENCE = /^\.factory\/modules\/[^/]+\/[^/]+\/ship\.yml$/;
const RELEASE = /^\.factory\/releases\/[^/]+\.yml$/;

type Reading = {
  readonly repository: RepositoryRef;
  readonly reader: JobPorts["reader"];
  /** The default branch. */
  readonly tree: Tree;
  readonly sealed: Pick<SealedReading, "versions">;
  readonly changes: readonly ChangedPath[];
};

/** What a pull request does to the ledger and to what shows its rows; null if it touches neither, or there is no ledger. */
export async function readScopeChange({
  repository,
  reader,
  tree,
  sealed,
  changes,
}: Reading): Promise<ScopeChange | ScopeProblem | null> {
  const textOf = (blob: Sha | null) => (blob === null ? Promise.resolve(undefined) : reader.blob(repository, blob));
  const before = await ledgerIn(await tree.read(LEDGER_PATH));
  const touched = changes.find(({ path }) => path === LEDGER_PATH);
  const after = touched === undefined ? before : await ledgerIn(await textOf(touched.blob));
  if (!after.ok) return { id: "ledger.yml", where: LEDGER_PATH, why: after.refusal.message };
  if (after.value === null)
    return touched === undefined ? null : { id: "ledger.yml", where: LEDGER_PATH, why: "it is deleted" };
  const arriving = new Map<string, ReturnType<typeof shippedProof>>();
  for (const { path, blob } of changes) {
    const text = EVIDENCE.test(path) ? await textOf(blob) : undefined;
    const evidence = text === undefined ? undefined : readYaml(path, text, ShipEvidence);
    if (evidence?.ok) arriving.set(shippedProof(evidence.value).module_ref, shippedProof(evidence.value));
  }
  const there = sealed.versions.map(({ evidence }) => shippedProof(evidence));
  const kept = there.filter(({ module_ref }) => !arriving.has(module_ref));
  const testFiles = new Set(kept.flatMap(({ proofs }) => proofs.flatMap(({ tests }) => tests.map(({ file }) => file))));
  const changedTests = changes.filter(({ path }) => testFiles.has(path));
  const releases = changes.some(({ path, blob }) => blob !== null && RELEASE.test(path));
  if (touched === undefined && arriving.size === 0 && changedTests.length === 0 && !releases) return null;
  const lost = new Set<string>();
  for (const { path, blob } of changedTests)
    for (const name of lostTests(path, (await tree.read(path)) ?? "", (await textOf(blob)) ?? ""))
      lost.add(`${path} > ${name}`);
  return {
    before: before.ok ? before.value : null,
    after: after.value,
    shipped: [...kept, ...arriving.values()],
    arriving: new Set(arriving.keys()),
    lost,
    releases,
  };
}

async function ledgerIn(text: string | undefined): Promise<Outcome<Ledger | null>> {
  return text === undefined ? accept(null) : readYaml(LEDGER_PATH, text, Ledger);
}

/** Tests that are gone, do not run any more, or assert less than before. */
function lostTests(path: string, before: string, after: string): string[] {
  const now = new Map(testsIn(path, after).map((test) => [test.name, test]));
  return testsIn(path, before)
    .filter(({ name, assertions }) => {
      const test = now.get(name);
      return test === undefined || test.skipped || test.empty || test.assertions.length < assertions.length;
    })
    .map(({ name }) => name);
}
