import { describe, expect, it } from "vitest";
import { CONVENTIONS_PATH, type ObservedPattern } from "../../../src/domain/budget/conventions.js";
import type { Adjudication } from "../../../src/domain/debate/adjudication.js";
import type { Challenge } from "../../../src/domain/debate/challenge.js";
import { Refused } from "../../../src/domain/refusal.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { requiredStateFiles } from "../../../src/engine/state-files.js";
import { taskKey } from "../../../src/features/modules/keys.js";
import { untouched } from "../../../src/features/modules/task-work.js";
import { requestProduct } from "../../../src/features/spec/reduce-product.js";
import { aChallenge, aFail, amendedApproval, aPass, approval, rejection } from "../../support/debate.js";
import { decideOn, FIRST_TASK, mergedSpec, planning, SECOND_TASK, stateOf, taskPull } from "../../support/loop.js";

const pattern: ObservedPattern = { name: "Errors", pattern: "an error is a class", applies_to: "src/**" };
const praised = aChallenge(aPass({ patterns: [pattern] }));
const merged = { ...taskPull, state: "merged", mergeSha: "f".repeat(40), closedBy: "bob" } as const;
const seen = { pulls: [mergedSpec, merged] };

type Reviewed = { challenge?: Challenge; ruling?: Adjudication | undefined; overridden?: boolean };

/** The first task, whose one module was reviewed like this and is merged. */
function reviewed({ challenge = praised, ruling = approval, overridden = false }: Reviewed = {}): FactoryState {
  const work = planning.work[FIRST_TASK];
  if (work === undefined) throw new Error("the first task is in work");
  const module = {
    ...untouched({ module_ref: "MM-0001@1.0.0", name: "Notes", depends_on: [], reused: false }),
    trail: { proposals: [], challenges: [challenge], adjudications: [ruling] },
    ...(overridden ? { overridden_in: "ESC-00000001" } : {}),
  };
  return { ...planning, work: { [FIRST_TASK]: { ...work, modules: [module] } } };
}

function kept(state: FactoryState, known?: string): string | undefined {
  const files = new Map(known === undefined ? [] : [[CONVENTIONS_PATH, known]]);
  return decideOn(state, seen, { files }).files.find(({ path }) => path === CONVENTIONS_PATH)?.text;
}

const KNOWN = `schema_version: 1
conventions:
  - name: Ours
    pattern: a person wrote this here
    applies_to: docs/**
    seen_in: []
`;

describe("the conventions from approved reviews", () => {
  it("are stored when the task ships, in the commit that ships it", () => {
    const text = kept(reviewed());
    expect(text).toContain("pattern: an error is a class");
    expect(text).toContain(`- ${FIRST_TASK}`);
    expect(stateOf(decideOn(reviewed(), seen)).conventions).toBe("kept");
  });

  it("are stored if the Arbiter amended the work", () => {
    expect(kept(reviewed({ ruling: amendedApproval }))).toContain("an error is a class");
  });

  it.each([
    ["the review saw nothing", { challenge: aChallenge(aPass()) }],
    ["the review failed the work", { challenge: aChallenge(aFail({ patterns: [pattern] })) }],
    ["the Arbiter rejected it", { ruling: rejection }],
    ["a person shipped it over the debate", { overridden: true }],
  ] satisfies [string, Reviewed][])("are not stored if %s", (_, review) => {
    expect(kept(reviewed(review))).toBeUndefined();
    expect(stateOf(decideOn(reviewed(review), seen)).conventions).toBeUndefined();
  });

  it("are added to the known ones, none of which is lost", () => {
    const state: FactoryState = { ...reviewed(), conventions: "kept" };
    expect(requiredStateFiles(state)).toContain(CONVENTIONS_PATH);
    const text = kept(state, KNOWN) ?? "";
    expect(text).toContain("a person wrote this here");
    expect(text).toContain("an error is a class");
    // The same step once more, as after a crash: nothing is added twice.
    expect(kept(state, text)).toBe(text);
  });

  it("are not read if there is nothing to add", () => {
    expect(requiredStateFiles({ ...planning, conventions: "kept" })).not.toContain(CONVENTIONS_PATH);
  });

  it("never overwrite an unreadable file, which is reported", () => {
    const state: FactoryState = { ...reviewed(), conventions: "kept" };
    const decided = () => kept(state, "schema_version: 1\nconventions: [nonsense]\n");
    expect(decided).toThrow(Refused);
    expect(decided).toThrow(/conventions\.yml:2/);
  });

  it("are merged if two tasks ship in one decision", () => {
    const state = reviewed();
    const work = state.work[FIRST_TASK];
    if (work === undefined || state.project === null) throw new Error("the first task is in work");
    const [first, second] = [FIRST_TASK, SECOND_TASK].map((id) => state.project?.tasks[id]);
    if (first === undefined || second === undefined) throw new Error("there are two tasks");
    const both: FactoryState = {
      ...state,
      project: {
        ...state.project,
        tasks: {
          [FIRST_TASK]: first,
          [SECOND_TASK]: { ...second, status: "IN_PROGRESS", pull_request: 6, depends_on: [] },
        },
      },
      work: { ...state.work, [SECOND_TASK]: work },
    };
    const other = { ...merged, number: 6, branch: `factory/${SECOND_TASK}`, key: taskKey(SECOND_TASK) };
    const texts = decideOn(both, { pulls: [mergedSpec, merged, other] }).files.filter(
      ({ path }) => path === CONVENTIONS_PATH,
    );
    expect(texts).toHaveLength(1);
    expect(texts[0]?.text).toMatch(new RegExp(`- ${FIRST_TASK}\\n\\s+- ${SECOND_TASK}`));
  });

  it("outlive the product", () => {
    const ended: FactoryState = {
      ...planning,
      conventions: "kept",
      project: planning.project === null ? null : { ...planning.project, status: "RELEASED" },
    };
    const next = requestProduct(ended, {
      kind: "product-requested",
      at: "2026-04-01T00:00:00Z",
      repository_id: 1,
      request: { ...planning.request, issue: 99 },
    });
    expect(next.ok && next.value.conventions).toBe("kept");
  });
});
