import { Config } from "../../domain/config/config.js";
import { canonicalJson } from "../../domain/hash.js";
import type { Sha } from "../../domain/ids.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { SetupKit } from "../../features/setup/setup-kit.js";
import type { FactoryState } from "../factory-state.js";
import type { Observed } from "../observation.js";
import { observationQuery } from "../observation-query.js";
import type { Forge, LoadedState, ObservationQuery, RepositoryRef, StateStore } from "../ports.js";
import { readConfig } from "../read-config.js";
import { stateBranch } from "../state-branch.js";

/** What one look showed, and what was looked for. */
export type View = { readonly observed: Observed; readonly config: Config; readonly query: ObservationQuery };

type ObservePorts = { readonly forge: Pick<Forge, "observe">; readonly setupKit: SetupKit | null };

/**
 * Some repositories call their labels and branches otherwise, and only a look tells so: it is repeated there with the
 * right names.
 */
export async function look(
  repository: RepositoryRef,
  { forge, setupKit }: ObservePorts,
  state: FactoryState | null,
  branch: string | null = null,
): Promise<Outcome<View>> {
  const usual = { ...observationQuery(state, Config.parse({}), setupKit), stateBranch: branch };
  const observed = await forge.observe(repository, usual);
  const config = readConfig(observed.config);
  if (!config.ok) return config;
  const query = { ...observationQuery(state, config.value, setupKit), stateBranch: branch };
  if (canonicalJson(query) === canonicalJson(usual)) return accept({ observed, config: config.value, query });
  return accept({ observed: await forge.observe(repository, query), config: config.value, query });
}

/**
 * Whether a view shows all that a later state looks at. Comments that were read since are among those that it shows, and
 * a gate run that is awaited only since then was started by nobody but us. A base that is judged since then is one it shows.
 */
export function stillShows({ query, config }: View, state: FactoryState, setupKit: SetupKit | null): boolean {
  return places(query) === places(observationQuery(state, config, setupKit));
}

function places({
  gateRuns: _,
  commentsSince: __,
  commentsRead: ___,
  stateBranch: ____,
  ...query
}: ObservationQuery): string {
  const { remarksSince, judgedOn: _____, ...rest } = query;
  return canonicalJson({ ...rest, remarks: remarksSince !== null });
}

/** One of our commits that a branch ends with. */
export type BranchHead = { readonly branch: string; readonly head: Sha; readonly key: string };

/** The same after a commit of ours: it was made on exactly the head that was seen, so nothing else has changed there. */
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

/**
 * Whether a look is stale than a state: older, which shows branches as they were before our own commits, or newer,
 * and then the commit would lose its race. Unknown where the state's branch was not looked at.
 */
export function isStale({ observed, config, query }: View, stateHead: Sha): boolean {
  return query.stateBranch === stateBranch(config.branch_prefix) && observed.stateHead !== stateHead;
}

/**
 * The state that this process knows, and a look made for it: one request for both where nobody else has written since, which
 * the look itself shows. Otherwise the state is read, and the look holds if it would have been the same and is of the same
 * moment: one that lags behind the state shows branches as they were before our own commits, as if somebody had moved them.
 */
export async function begin(
  repository: RepositoryRef,
  ports: ObservePorts & { readonly state: StateStore },
): Promise<{ readonly loaded: LoadedState; readonly view?: View }> {
  const recalled = ports.state.recall(repository);
  if (recalled === undefined) return { loaded: await ports.state.load(repository) };
  const { branch, ...known } = recalled;
  const seen = await look(repository, ports, known.state, branch);
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
