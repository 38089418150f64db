/**
 * Decides the loop step by step on what GitHub shows, up to a first task whose pull request is open and is being
 * planned.
 */

import { type Decision, decide } from "../../src/engine/decide.js";
import type { FactoryEvent } from "../../src/engine/event.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import type { Observed } from "../../src/engine/observation.js";
import type { DecisionInput } from "../../src/engine/situation.js";
import { taskKey } from "../../src/features/modules/keys.js";
import { specDigest } from "../../src/features/spec/approval.js";
import { DRAFT_PATH } from "../../src/features/spec/draft-paths.js";
import { ProductSpec } from "../../src/features/spec/product-spec.js";
import { specKey } from "../../src/features/spec/spec-proposal.js";
import { writeYaml } from "../../src/yaml/yaml.js";
import { aConfig } from "./config.js";
import { comment, HEAD, observed, person, pull } from "./observed.js";
import { specOfTasks, specTask } from "./product-spec.js";

export const NOW = "2026-03-01T12:00:00Z";
export const LATER = "2026-03-01T13:00:00Z";
export const REQUEST = 3;
export const SPEC_PULL = 4;
export const TASK_PULL = 5;
export const FIRST_TASK = "T-pillar-1-epic-1-story-1-001";
export const SECOND_TASK = "T-pillar-1-epic-1-story-1-002";

export const draft = specOfTasks([specTask(1), specTask(2, { depends_on: ["TSK-001"] })]);
export const digest = specDigest(draft);

export const label = {
  issue: REQUEST,
  title: "Build it",
  body: "",
  labelledBy: person("ada"),
  labelledAt: "2026-03-01T09:00:00Z",
  changedSince: [],
  quick: false,
};

export type Seen = Partial<Observed>;

/** Decides on an observation. The label is set unless the test removes it. */
export function decideOn(
  state: FactoryState | null,
  seen: Seen = {},
  {
    draft: shownDraft = draft,
    ...also
  }: Partial<Pick<DecisionInput, "given" | "files" | "config">> & { readonly draft?: ProductSpec | null } = {},
): Decision {
  return decide({
    state,
    observed: observed({ requests: [label], ...seen }),
    config: aConfig(),
    stateHead: HEAD,
    given: [],
    now: NOW,
    setupKit: null,
    ...also,
    files: new Map([...draftFile(shownDraft), ...(also.files ?? [])]),
  });
}

/** The draft as the state branch has it. */
function draftFile(spec: ProductSpec | null): [string, string][] {
  return spec === null ? [] : [[DRAFT_PATH, writeYaml(spec, ProductSpec)]];
}

export const kinds = ({ events }: Decision) => events.map(({ kind }) => kind);
export const pendingKinds = ({ pending }: Decision) => pending.map(({ kind }) => kind);

export function stateOf(decision: Decision): FactoryState {
  if (decision.state === null) throw new Error("expected a state");
  return decision.state;
}

/** What people did manually, as the conversation will show it. */
export const notes = ({ events }: Decision) =>
  events.flatMap((event) => (event.kind === "manual-change-detected" ? [event.note] : []));

export const say = (body: string, overrides: Partial<Parameters<typeof comment>[0]> = {}) =>
  comment({ id: 50, issue: SPEC_PULL, body, createdAt: LATER, ...overrides });

export const draftedEvent = {
  kind: "spec-drafted" as const,
  at: NOW,
  round: 1,
  spec_digest: digest,
  sources: [],
  usage: [],
} satisfies FactoryEvent;
export const specPull = pull({ number: SPEC_PULL, branch: `factory/spec-${REQUEST}`, key: specKey(REQUEST, digest) });
export const mergedSpec = { ...specPull, state: "merged", mergeSha: HEAD } as const;
export const taskPull = pull({ number: TASK_PULL, branch: `factory/${FIRST_TASK}`, key: taskKey(FIRST_TASK) });
const approval = say("/factory approve");

export const requested = stateOf(decideOn(null));
export const drafted = stateOf(decideOn(requested, {}, { given: [draftedEvent] }));
export const shown = stateOf(decideOn(drafted, { pulls: [specPull] }));
export const approved = stateOf(decideOn(shown, { pulls: [specPull], comments: [approval] }));
export const started = stateOf(decideOn(approved, { pulls: [mergedSpec], comments: [approval] }));
export const planning = stateOf(decideOn(started, { pulls: [mergedSpec, taskPull], comments: [approval] }));
