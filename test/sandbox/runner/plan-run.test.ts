import { describe, expect, it } from "vitest";
import { planRun } from "../../../src/sandbox/runner/plan-run.js";

const JOBS = 'jobs: { a: { runs-on: ubuntu-latest, steps: [{ run: "true" }] } }\n';

const plan = (head: string, inputs: Record<string, unknown> = {}) => {
  const text = `${head}\non: { workflow_dispatch: { inputs: { nonce: { type: string }, swap: { type: boolean } } } }\n${JOBS}`;
  return planRun({ file: { path: ".github/workflows/w.yml", text }, inputs, github: { sha: "abc" } });
};

describe("planning a run", () => {
  it.each([
    ["", ".github/workflows/w.yml", ".github/workflows/w.yml"],
    ["name: gates", "gates", "gates"],
    ["name: gates\nrun-name: g ${{ inputs.nonce }} ${{ github.sha }}", "gates", "g n1 abc"],
    ["name: gates\nrun-name: of ${{ github.workflow }}", "gates", "of gates"],
    ["name: gates\nrun-name: ${{ inputs.missing }}", "gates", "gates"],
  ])("names it: %j", (head, name, displayTitle) => {
    expect(plan(head, { nonce: "n1" })).toMatchObject({ ok: true, value: { name, displayTitle } });
  });

  it.each([
    ["", undefined],
    ["concurrency: one", { group: "one", cancelInProgress: false }],
    ["concurrency: { group: 'g-${{ inputs.nonce }}' }", { group: "g-n1", cancelInProgress: false }],
    ["concurrency: { group: g, cancel-in-progress: true }", { group: "g", cancelInProgress: true }],
    ["concurrency: { group: g, cancel-in-progress: '${{ inputs.swap }}' }", { group: "g", cancelInProgress: true }],
    ["concurrency: '${{ inputs.missing }}'", undefined],
  ])("finds its concurrency group: %j", (head, concurrency) => {
    const result = plan(head, { nonce: "n1", swap: "true" });
    expect(result.ok && result.value.concurrency).toEqual(concurrency);
  });

  it("gives the inputs their types", () => {
    expect(plan("", { nonce: "n1", swap: "true" })).toMatchObject({ value: { inputs: { nonce: "n1", swap: true } } });
  });

  it.each([
    ["a file that is not supported", "extra: 1", {}, "yaml-invalid"],
    ["wrong inputs", "", { other: 1 }, "unexpected-inputs"],
    ["a name that cannot be evaluated", "run-name: ${{ fromJSON(inputs.nonce) }}", { nonce: "{" }, "expression-failed"],
    [
      "a group that cannot be evaluated",
      "concurrency: ${{ fromJSON(inputs.nonce) }}",
      { nonce: "{" },
      "expression-failed",
    ],
    [
      "a flag that cannot be evaluated",
      "concurrency: { group: g, cancel-in-progress: '${{ fromJSON(inputs.nonce) }}' }",
      { nonce: "{" },
      "expression-failed",
    ],
  ])("refuses %s", (_, head, inputs, code) => {
    expect(plan(head, inputs)).toMatchObject({ ok: false, refusal: { code } });
  });
});
