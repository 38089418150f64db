import { sha256 } from "../../domain/hash.js";
import type { Instant, ModuleRef } from "../../domain/ids.js";
import type { CodeIndexEntry } from "../../domain/index-entries/code-index-entry.js";
import { accept, type Outcome, orThrow } from "../../domain/refusal.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { JobEffect, JobResult, RepositoryRef } from "../../engine/ports.js";
import { type ReleasedRequirement, releasedRequirements } from "../../features/ledger/release-table.js";
import { shippedProof } from "../../features/ledger/shipped-proof.js";
import { nothingToRelease } from "../../features/release/nothing-to-release.js";
import { releaseNotes } from "../../features/release/release-notes.js";
import { type Offence, releaseRefusal } from "../../features/release/release-refusal.js";
import { RELEASE_GATES, type ReleaseGateResults, runReleaseGates } from "../../features/release/rules/release-gates.js";
import { composeManifest, ReleaseManifest } from "../../features/release/rules/release-manifest.js";
import { ReleaseFailureReport, reportFailure } from "../../features/release/rules/release-report.js";
import { fullReleaseSet, partialReleaseSet } from "../../features/release/rules/release-set.js";
import {
  failureReportPath,
  manifestPath,
  type ReleaseOrder,
  releaseNotesPath,
} from "../../features/release/rules/release-state.js";
import { shippedEarlier } from "../../features/shipping/known-versions.js";
import { SPEC_PATH } from "../../features/spec/draft-paths.js";
import { ProductSpec } from "../../features/spec/product-spec.js";
import type { ProjectState } from "../../features/tasks/board/project-state.js";
import { readLedger } from "../../roles/product/read-scope.js";
import { type JobPorts, NOTHING } from "../../roles/reading/job-ports.js";
import { readCodeIndex, readShipped, releaseModule, type ShippedModule } from "../../roles/reading/read-shipped.js";
import { readTree, type Tree } from "../../roles/reading/read-task.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";

type Preparing = Extract<JobEffect, { kind: "prepare-release" }>;

/**
 * Runs the four integration gates over the default branch, and writes the manifest in any case: a failed one is the
 * audit record, beside the report with every offender (requirements.md#release-gates).
 */
export async function prepareRelease(
  repository: RepositoryRef,
  { release_id, head }: Preparing,
  { state: store, reader, clock }: Pick<JobPorts, "state" | "reader" | "clock">,
): Promise<JobResult> {
  const loaded = await store.load(repository);
  if (loaded.kind !== "loaded") return NOTHING;
  const { state } = loaded;
  const { release, project } = state;
  const isAsked = release?.phase === "preparing" && release.order.release_id === release_id && release.head === head;
  if (!isAsked || project === null) return NOTHING;
  const at = clock.now();
  const tree = await readTree(repository, head, reader);
  const set = await readSet(tree, release.order, { tasks: project.tasks, earlier: shippedEarlier(state) });
  if (!set.ok) return refused(state, release.order, { at, why: set.refusal.message, offences: [], files: [] });
  if (set.value.refs.length === 0) return emptied(state, release.order, at);
  const results = runReleaseGates(
    set.value.refs.map((ref, index) => releaseModule(ref, shippedAt(set.value, index))),
    set.value.index,
  );
  const manifest = composeManifest(
    {
      release_id,
      created_at: at,
      spec_version: project.spec_version,
      modules: set.value.refs.map((module_ref, index) => ({
        module_ref,
        ship_ref: shippedAt(set.value, index).evidence.ship_id,
      })),
    },
    results,
  );
  const text = writeYaml(manifest, ReleaseManifest);
  const files = [{ path: manifestPath(release_id), text }];
  if (manifest.overall_result === "FAIL") {
    const report = writeYaml(orThrow(reportFailure(manifest, results, state.gate_figures)), ReleaseFailureReport);
    const offences = offencesOf(results);
    const why = `${offences.map(({ gate }) => gate.replaceAll("_", " ")).join(", ")} failed.`;
    return refused(state, release.order, {
      at,
      why,
      offences,
      files: [...files, { path: failureReportPath(release_id), text: report }],
    });
  }
  const contracts = set.value.shipped.map(({ contract }) => contract);
  const notes = releaseNotes(manifest, contracts, {
    ...(await productOf(tree, state)),
    notes: state.reviewer_notes,
    figures: state.gate_figures,
    requirements: await requirementsOf(tree, state, set.value.shipped),
  });
  return {
    events: [{ kind: "release-prepared", at, release_id, head, digest: sha256(text) }],
    files: [...files, { path: releaseNotesPath(release_id), text: notes }],
  };
}

type ReleaseSet = {
  readonly index: readonly CodeIndexEntry[];
  readonly refs: readonly ModuleRef[];
  /** In the order of `refs`. */
  readonly shipped: readonly ShippedModule[];
};

async function readSet(
  tree: Tree,
  { modules }: ReleaseOrder,
  { tasks, earlier }: { readonly tasks: ProjectState["tasks"]; readonly earlier: ReadonlySet<ModuleRef> },
): Promise<Outcome<ReleaseSet>> {
  const index = await readCodeIndex(tree);
  if (!index.ok) return index;
  const refs =
    modules === null
      ? accept(fullReleaseSet(index.value))
      : partialReleaseSet(modules, new Map(Object.entries(tasks)), earlier);
  if (!refs.ok) return refs;
  const shipped = await readShipped(tree, refs.value);
  return shipped.ok ? accept({ index: index.value, refs: refs.value, shipped: shipped.value }) : shipped;
}

function shippedAt({ shipped, refs }: ReleaseSet, index: number): ShippedModule {
  const module = shipped[index];
  if (module === undefined) throw new TypeError(`${refs[index]} was not read`);
  return module;
}

function offencesOf(results: ReleaseGateResults): Offence[] {
  return RELEASE_GATES.filter((gate) => results[gate].result === "FAIL").map((gate) => ({
    gate,
    offenders: results[gate].offenders,
  }));
}

type Refused = {
  readonly at: Instant;
  readonly why: string;
  readonly offences: readonly Offence[];
  readonly files: JobResult["files"];
};

function refused(state: FactoryState, order: ReleaseOrder, { at, why, offences, files }: Refused): JobResult {
  const { release_id } = order;
  const note = {
    key: `release-refused:${release_id}`,
    issue: state.request.issue,
    body: releaseRefusal({ order, why, offences }),
    answers: null,
  };
  return { events: [{ kind: "release-refused", at, release_id, why, note }], files };
}

/** Manual merges left no module, or none is active any more: another attempt would find none either. */
function emptied({ project, request }: FactoryState, { release_id }: ReleaseOrder, at: Instant): JobResult {
  const why = "There is nothing to release: the code index has no active module.";
  const merged = Object.entries(project?.tasks ?? {}).flatMap(([id, { status }]) => (status === "SHIPPED" ? [id] : []));
  const note = {
    key: `release-refused:${release_id}`,
    issue: request.issue,
    body: nothingToRelease({ mention: request.requester, why, merged }),
    answers: null,
  };
  return { events: [{ kind: "release-refused", at, release_id, why, empty: true, note }], files: [] };
}

/** The requirements of this product, shown by the modules of the release; none without a ledger of it. */
async function requirementsOf(
  tree: Tree,
  { project }: FactoryState,
  shipped: readonly ShippedModule[],
): Promise<ReleasedRequirement[]> {
  const ledger = await readLedger(tree);
  if (ledger === null || project === null || ledger.spec_id !== project.spec_id) return [];
  const tasks = Object.entries(project.tasks).map(
    ([id, { pull_request, merge_sha }]) => [id, { pull_request, merge: merge_sha }] as const,
  );
  const proofs = shipped.map(({ evidence }) => shippedProof(evidence));
  return releasedRequirements(ledger, proofs, new Map(tasks));
}

/** The merged spec; a quick task has none, and its issue is used. */
async function productOf(tree: Tree, { request }: FactoryState): Promise<{ title: string; summary: string }> {
  const text = await tree.read(SPEC_PATH);
  const spec = text === undefined ? undefined : readYaml(SPEC_PATH, text, ProductSpec);
  return spec?.ok
    ? { title: spec.value.title, summary: spec.value.description }
    : { title: request.title, summary: "" };
}
