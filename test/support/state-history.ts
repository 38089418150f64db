import type { z } from "zod";
import { EVENTS_PATH, STATE_PATH } from "../../src/domain/gates/state-paths.js";
import { FactoryEvent } from "../../src/engine/event.js";
import { FactoryState } from "../../src/engine/factory-state.js";
import { reduce } from "../../src/engine/reduce.js";
import { specDigest } from "../../src/features/spec/approval.js";
import { DRAFT_PATH } from "../../src/features/spec/draft-paths.js";
import { ProductSpec } from "../../src/features/spec/product-spec.js";
import { prepareProject } from "../../src/features/tasks/prepare-project.js";
import type { HistoryCommit } from "../../src/replay/replay-commit.js";
import { writeYaml } from "../../src/yaml/yaml.js";
import { specOfTasks, specTask } from "./product-spec.js";

export const DRAFT = specOfTasks([
  specTask(1, { name: "Keep a note" }),
  specTask(2, { name: "Find a note", depends_on: ["TSK-001"] }),
]);
export const FIRST_TASK = "T-pillar-1-epic-1-story-1-001";

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, "0")}:00Z`;

/** The history of a small product, commit by commit: from the request to the first task's pull request. */
const STORY: readonly (readonly z.input<typeof FactoryEvent>[])[] = [
  [
    {
      kind: "product-requested",
      at: at(0),
      repository_id: 7,
      request: { issue: 3, title: "Build it", requester: "ada", lane: "full", requested_at: at(0) },
    },
    { kind: "spec-found", at: at(1), blob: "b".repeat(40) },
  ],
  [{ kind: "spec-drafted", at: at(2), round: 1, spec_digest: specDigest(DRAFT) }],
  [{ kind: "spec-shown", at: at(3), pull_request: 4 }],
  [{ kind: "spec-approved", at: at(4), by: "ada", spec_digest: specDigest(DRAFT) }],
  [
    { kind: "project-started", at: at(5), starting_sha: "a".repeat(40) },
    { kind: "project-updated", at: at(5), event: { kind: "task-started", at: at(5), task_id: FIRST_TASK } },
  ],
  [
    {
      kind: "project-updated",
      at: at(6),
      event: { kind: "pull-request-opened", at: at(6), task_id: FIRST_TASK, pull_request: 5 },
    },
  ],
];

/** The commits that the loop would have made. */
export function history(): HistoryCommit[] {
  let state: FactoryState | null = null;
  return STORY.map((told, index) => {
    const events = FactoryEvent.array().parse(told);
    for (const event of events) {
      const prepared =
        event.kind === "project-started"
          ? prepareProject(DRAFT, event, { repositoryId: 7, branch: "main", used: {} })
          : ({ ok: true, value: {} } as const);
      if (!prepared.ok) throw new Error(prepared.refusal.message);
      const next = reduce(state, event, prepared.value);
      if (!next.ok) throw new Error(next.refusal.message);
      state = next.value;
    }
    if (state === null) throw new Error("a story begins with a request");
    const files = new Map([
      [STATE_PATH, writeYaml(state, FactoryState)],
      [EVENTS_PATH, writeYaml([...events], FactoryEvent.array())],
      ...(index === 0 ? [] : [[DRAFT_PATH, writeYaml(DRAFT, ProductSpec)] as const]),
    ]);
    return { sha: String(index).repeat(40), at: at(index), subject: `factory: ${events[0]?.kind}`, files };
  });
}
