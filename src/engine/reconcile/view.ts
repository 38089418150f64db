import { Config } from "../../domain/config/config.js";
import { canonicalJson } from "../../domain/hash.js";
import type { Sha } from "../../domain/ids.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { SetupKit } from "../../features/setup/setup-kit.js";
import type { FactoryState } from "../factory-state.js";
import type { Observed, StartedGateRun } from "../observation.js";
import { observationQuery } from "../observation-query.js";
import { observedConfig } from "../observed-config.js";
import type { Forge, LoadedState, ObservationQuery, RepositoryRef, StateStore } from "../ports.js";
import { stateBranch } from "../state-branch.js";

/** One observation, and the query it answers. */
export type View = { readonly observed: Observed; readonly config: Config; readonly query: ObservationQuery };

type ObservePorts = { readonly forge: Pick<Forge, "observe">; readonly setupKit: SetupKit | null };

/**
 * Observes GitHub with the default names of labels and branches. If the configuration has other names, it observes
 * again with those.
 */
export async function observeRepository(
  repository: RepositoryRef,
  { forge, setupKit }: ObservePorts,
  state: FactoryState | null,
  branch: string | null = null,
): Promise<Outcome<View>> {
  const usual = { ...observationQuery(state, Config.parse({}), setupKit), stateBranch: branch };
  const observed = await forge.observe(repository, usual);
  const config = observedConfig(observed.config);
  if (!config.ok) return config;
  const query = { ...observationQuery(state, config.value, setupKit), stateBranch: branch };
  if (canonicalJson(query) === canonicalJson(usual)) return accept({ observed, config: config.value, query });
  return accept({ observed: await forge.observe(repository, query), config: config.value, query });
}

/**
 * Whether a view still has all that a later state observes. It has the comments that were read since. A gate run that
 * is awaited only since then was started by us. A base that is judged only since then is in it.
 */
export function stillShows({ query, config }: View, state: FactoryState, setupKit: SetupKit | null): boolean {
  return places(query) === places(observationQuery(state, config, setupKit));
}

function places({
  gateRuns: _,
  startedRuns: ______,
  commentsSince: __,
  commentsRead: ___,
  stateBranch: ____,
  ...query
}: ObservationQuery): string {
  const { remarksSince, judgedOn: _____, ...rest } = query;
  return canonicalJson({ ...rest, remarks: remarksSince !== null });
}

/** One of our commits as the head of a branch. */
export type BranchHead = { readonly branch: string; readonly head: Sha; readonly key: string };

/**
 * The view after a commit of ours. The commit was made on exactly the observed head, so nothing else has changed there.
 */
export function withHead({ observed, ...view }: View, { branch, head, key }: BranchHead): View {
  const moved = observed.pulls.find((pull) => pull.branch === branch);
  const unjudged = {
    headTree: null,
    headAuthor: null,
    headParents: [],
    joinedKey: null,
    joinedAfter: null,
    isBehind: false,
    checks: [],
    mergeable: "unknown",
    mergeBlockedBy: null,
  } as const;
  const pulls = observed.pulls.map((pull) => (pull === moved ? { ...pull, head, key, ...unjudged } : pull));
  const sealing = observed.sealing && {
    ...observed.sealing,
    proposals: observed.sealing.proposals.map((proposal) =>
      proposal.number === moved?.number ? { ...proposal, head, judged: null } : proposal,
    ),
  };
  return { ...view, observed: { ...observed, pulls, sealing } };
}

/** The view after a gate run that GitHub has just started, which it would list only seconds later. */
export function withRun({ observed, ...view }: View, run: StartedGateRun): View {
  const others = observed.gateRuns.filter(({ nonce }) => nonce !== run.nonce);
  return { ...view, observed: { ...observed, gateRuns: [...others, { ...run, state: "queued" }] } };
}

/**
 * Whether an observation is stale. An older one shows branches as they were before our own commits; with a newer one
 * the commit would lose its race. Unknown if the state branch was not observed.
 */
export function isStale({ observed, config, query }: View, stateHead: Sha): boolean {
  return query.stateBranch === stateBranch(config.branch_prefix) && observed.stateHead !== stateHead;
}

/**
 * The state that this process knows, and an observation for it: one request for both if the head of the state branch is
 * unchanged. Otherwise the state is loaded. The observation is then used only if it has the same head and the same
 * query: a stale one shows branches as they were before our own commits, as if a person had moved them.
 */
export async function begin(
  repository: RepositoryRef,
  ports: ObservePorts & { readonly state: StateStore },
): Promise<{ readonly loaded: LoadedState; readonly view?: View }> {
  const recalled = ports.state.recall(repository);
  if (recalled === undefined) return { loaded: await ports.state.load(repository) };
  const { branch, ...known } = recalled;
  const seen = await observeRepository(repository, ports, known.state, branch);
  const view = seen.ok ? seen.value : undefined;
  const isThere = view !== undefined && branch === stateBranch(view.config.branch_prefix);
  if (isThere && view.observed.stateHead === known.head) return { loaded: known, view };
  const loaded = await ports.state.load(repository);
  if (view === undefined || loaded.kind !== "loaded" || view.observed.stateHead !== loaded.head) return { loaded };
  const { query, config } = view;
  const isSame =
    canonicalJson({ ...observationQuery(loaded.state, config, ports.setupKit), stateBranch: branch }) ===
    canonicalJson(query);
  return isSame ? { loaded, view } : { loaded };
}
