import type { Config } from "../domain/config/config.js";
import { FEATURES } from "../features/features.js";
import type { SetupKit } from "../features/setup/setup-kit.js";
import type { FactoryState } from "./factory-state.js";
import type { ObservationQuery } from "./ports.js";

/** What to look at in this state: what the features have to see, and nothing else. */
export function observationQuery(state: FactoryState | null, config: Config, kit: SetupKit | null): ObservationQuery {
  const planned = { state, config, kit };
  return FEATURES.map(({ observes }) => observes?.(planned) ?? {}).reduce<ObservationQuery>(join, nothing(config));
}

function join(query: ObservationQuery, more: Partial<ObservationQuery>): ObservationQuery {
  return {
    ...query,
    ...more,
    branches: [...query.branches, ...(more.branches ?? [])],
    judgedOn: { ...query.judgedOn, ...more.judgedOn },
    gateRuns: [...query.gateRuns, ...(more.gateRuns ?? [])],
  };
}

function nothing({ labels }: Config): ObservationQuery {
  return {
    branches: [],
    judgedOn: {},
    startLabel: labels.start,
    quickLabel: labels.quick,
    labels: Object.values(labels),
    commentsSince: null,
    commentsRead: [],
    requestInWork: null,
    gateRuns: [],
    startedRuns: [],
    remarksSince: null,
    stateBranch: null,
    sealing: false,
    shipped: false,
  };
}
