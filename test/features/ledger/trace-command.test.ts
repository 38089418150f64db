import { describe, expect, it } from "vitest";
import { LEDGER_PATH, Ledger } from "../../../src/domain/ledger/ledger.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import {
  decideOn,
  draft,
  FIRST_TASK,
  mergedSpec,
  planning,
  REQUEST,
  requested,
  say,
  taskPull,
} from "../../support/loop.js";

const ledger: Ledger = {
  schema_version: 1,
  spec_id: draft.spec_id,
  spec_version: draft.spec_version,
  requirements: [
    {
      id: "REQ-001",
      quote: "At most 8 tags.",
      file: "SPEC.md",
      lines: "3",
      kind: "limit",
      tasks: [{ task: "TSK-001", task_id: FIRST_TASK, criteria: ["rejects a ninth tag"] }],
    },
  ],
  demands_nothing: [],
  assumptions: [],
};
const files = new Map([[LEDGER_PATH, writeYaml(ledger, Ledger)]]);
const seen = { pulls: [mergedSpec, taskPull] };

function answered(body: string, given: { readonly files?: ReadonlyMap<string, string> } = { files }) {
  const comments = [say(body, { id: 77, issue: REQUEST })];
  const { events } = decideOn(planning, { ...seen, comments }, given);
  return JSON.stringify(events.flatMap((event) => (event.kind === "comment-read" ? [event.answer] : [])));
}

describe("/factory trace", () => {
  it.each([["REQ-001"], [FIRST_TASK], ["SPEC.md:3"]])(
    "answers %s with the statement and what became of its task",
    (what) => {
      const answer = answered(`/factory trace ${what}`);
      expect(answer).toContain("**REQ-001** (SPEC.md, line 3): At most 8 tags.");
      expect(answer).toContain(`- rejects a ninth tag: ${FIRST_TASK} (in progress), #5`);
    },
  );

  it("says what can be traced where nothing is found, where nothing was named, and without a ledger", () => {
    expect(answered("/factory trace REQ-009")).toContain("on no chain of the ledger");
    expect(answered("/factory trace")).toContain("This needs what to trace");
    expect(answered("/factory trace REQ-001", {})).toContain("no ledger to trace in");
    const { events } = decideOn(requested, { comments: [say("/factory trace REQ-001", { id: 77, issue: REQUEST })] });
    expect(JSON.stringify(events)).toContain("no ledger to trace in");
  });
});

describe("the status comment", () => {
  const status = (given: { readonly files?: ReadonlyMap<string, string> }) =>
    JSON.stringify(decideOn(planning, seen, given).pending.filter(({ kind }) => kind === "keep-comment"));

  it("says how many requirements hold, and nothing without a ledger", () => {
    expect(status({ files })).toContain("0 of 1 requirement holds");
    expect(status({})).not.toContain("requirement holds");
  });
});
