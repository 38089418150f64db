import { describe, expect, it } from "vitest";
import { oneJob, useBench, WORKFLOW } from "../../support/run-workflow.js";

const bench = useBench();

describe("a run", () => {
  it("runs the steps of a job and reports everything to its host, in order", async () => {
    const { run, host } = bench();
    const result = await run(oneJob("- run: echo first\n- name: Second\n  run: echo second"));
    expect(result).toEqual({ conclusion: "success", jobs: { job: { conclusion: "success", outputs: {} } } });
    const spine = host.events.filter(({ kind }) => kind !== "log");
    expect(spine).toEqual([
      { run: 42, kind: "run-planned", displayTitle: "gates", jobs: [{ key: "job", name: "job" }] },
      { run: 42, kind: "run-started" },
      {
        run: 42,
        kind: "job-started",
        job: "job",
        steps: [
          { number: 1, name: "Set up job" },
          { number: 2, name: "Run echo first" },
          { number: 3, name: "Second" },
          { number: 4, name: "Complete job" },
        ],
        mark: { trackingId: expect.stringMatching(/^factory_/), folder: expect.stringContaining("factory-job-") },
      },
      ...[1, 2, 3, 4].flatMap((step) => [
        { run: 42, kind: "step-started", job: "job", step },
        { run: 42, kind: "step-finished", job: "job", step, conclusion: "success" },
      ]),
      { run: 42, kind: "job-finished", job: "job", conclusion: "success", summary: "" },
      { run: 42, kind: "run-finished", conclusion: "success" },
    ]);
    expect(host.log("job")).toMatch(/\nfirst\n[\s\S]*\nsecond\n/);
  });

  it("fails with its first failing step, skips the rest, and still runs what always wants to", async () => {
    const { run, host } = bench();
    const result = await run(
      oneJob(`- run: exit 3
- run: echo never
- run: echo only after failure
  if: failure()
- run: echo always
  if: always()
- run: echo only after success
  if: success()`),
    );
    expect(result.conclusion).toBe("failure");
    expect(host.stepConclusions("job")).toEqual({
      1: "success",
      2: "failure",
      3: "skipped",
      4: "success",
      5: "success",
      6: "skipped",
      7: "success",
    });
    expect(host.annotations()).toEqual([{ level: "error", message: "Process completed with exit code 3." }]);
    expect(host.events.filter(({ kind }) => kind === "step-started")).not.toContainEqual(
      expect.objectContaining({ step: 3 }),
    );
  });

  it("forgives a step that may fail, and remembers that it did", async () => {
    const { run, host } = bench();
    const result = await run(
      oneJob(`- id: soft
  run: exit 1
  continue-on-error: true
- id: asked
  run: exit 1
  continue-on-error: \${{ steps.soft.outcome == 'failure' }}
- run: echo "\${{ steps.soft.outcome }} \${{ steps.soft.conclusion }}"`),
    );
    expect(result.conclusion).toBe("success");
    expect(host.log("job")).toContain("\nfailure success\n");
  });

  it("hands outputs, environment and path on, step by step, and outputs on, job by job", async () => {
    const { run, host } = bench();
    const result = await run(`on: workflow_dispatch
env: { TOP: top, SHARED: workflow }
jobs:
  first:
    runs-on: ubuntu-latest
    env: { SHARED: job }
    outputs: { word: "\${{ steps.say.outputs.word }}-\${{ env.LATER }}" }
    steps:
      - id: say
        run: |
          echo "word=hello" >> "$GITHUB_OUTPUT"
          echo "LATER=later" >> "$GITHUB_ENV"
          mkdir tools && printf '#!/bin/sh\\necho tool-ran\\n' > tools/mine && chmod +x tools/mine
          echo "$PWD/tools" >> "$GITHUB_PATH"
          echo "now:$LATER:"
      - run: |
          echo "$TOP $SHARED $LATER $OWN \${{ env.OWN }}"
          mine
        env: { OWN: "own-\${{ steps.say.outputs.word }}" }
  second:
    needs: first
    runs-on: ubuntu-latest
    steps:
      - run: echo "got \${{ needs.first.outputs.word }} \${{ needs.first.result }} $SHARED"
`);
    expect(host.log("first")).toContain("\nnow::\n");
    expect(host.log("first")).toContain("\ntop job later own-hello own-hello\ntool-ran\n");
    expect(host.log("second")).toContain("\ngot hello-later success workflow\n");
    expect(result.jobs.first?.outputs).toEqual({ word: "hello-later" });
  });

  it("skips a job behind a failed one, unless it says always", async () => {
    const { run, host } = bench();
    const job = (body: string) => `\n    runs-on: ubuntu-latest\n    ${body}\n    steps: [{ run: "echo ran" }]`;
    const result = await run(`on: workflow_dispatch
jobs:
  bad:
    runs-on: ubuntu-latest
    steps: [{ run: exit 1 }]
  next:${job("needs: bad")}
  after-next:${job("needs: next")}
  cleanup:${job("needs: [bad, next]\n    if: always()")}
  on-failure:${job("needs: after-next\n    if: failure()")}
  never:${job("if: false")}
`);
    expect(Object.fromEntries(Object.entries(result.jobs).map(([key, { conclusion }]) => [key, conclusion]))).toEqual({
      bad: "failure",
      next: "skipped",
      "after-next": "skipped",
      cleanup: "success",
      "on-failure": "success",
      never: "skipped",
    });
    expect(result.conclusion).toBe("failure");
    expect(host.events).toContainEqual({
      run: 42,
      kind: "job-finished",
      job: "next",
      conclusion: "skipped",
      summary: "",
    });
  });

  it("runs independent jobs side by side, two at a time", async () => {
    const { run } = bench();
    // Each waits for the other: one after the other they would wait for ever.
    const wait = (mine: string, other: string) =>
      `touch "$MEET/${mine}"; while [ ! -e "$MEET/${other}" ]; do sleep 0.02; done`;
    const result = await run(`on: workflow_dispatch
env: { MEET: "${bench().repository.folder}" }
jobs:
  a: { runs-on: ubuntu-latest, timeout-minutes: 1, steps: [{ run: '${wait("a", "b")}' }] }
  b: { runs-on: ubuntu-latest, timeout-minutes: 1, steps: [{ run: '${wait("b", "a")}' }] }
`);
    expect(result.conclusion).toBe("success");
  });

  it("names itself and its jobs with what the dispatch gave", async () => {
    const { run, host } = bench();
    await run(
      `name: gates
run-name: gates \${{ inputs.nonce }}
on: { workflow_dispatch: { inputs: { nonce: { type: string, required: true } } } }
jobs:
  a: { name: "Judge \${{ inputs.nonce }}", runs-on: ubuntu-latest, steps: [{ run: "echo '\${{ inputs.nonce }}'" }] }
`,
      { inputs: { nonce: "n-123" } },
    );
    expect(host.events[0]).toMatchObject({ displayTitle: "gates n-123", jobs: [{ key: "a", name: "Judge n-123" }] });
    expect(host.log("a")).toContain("\nn-123\n");
  });

  it("puts defaults, shells and working directories where they belong", async () => {
    const { run, host } = bench();
    const result = await run(
      oneJob(
        `- run: mkdir -p "$GITHUB_WORKSPACE/sub" "$GITHUB_WORKSPACE/here"
  working-directory: .
- run: basename "$PWD"; false | true; echo loose
- run: basename "$PWD"
  working-directory: \${{ 'here' }}
- run: false | true
  shell: bash
  continue-on-error: true
  id: strict
- run: echo "strict=\${{ steps.strict.outcome }}"
- run: echo unreachable
  working-directory: nowhere`,
        "defaults: { run: { working-directory: sub } }",
      ),
    );
    expect(host.log("job")).toContain("\nsub\nloose\n");
    expect(host.log("job")).toContain("\nhere\n");
    expect(host.log("job")).toContain("strict=failure");
    expect(result.conclusion).toBe("failure");
    expect(host.annotations()).toContainEqual({
      level: "error",
      message: "The working directory nowhere does not exist",
    });
  });

  it("is strict about pipes when the defaults say bash", async () => {
    const { run } = bench();
    const result = await run(oneJob("- run: false | true", "defaults: { run: { shell: bash } }"));
    expect(result.conclusion).toBe("failure");
  });

  it("collects the summaries of its steps, in order", async () => {
    const { run, host } = bench();
    await run(
      oneJob(`- run: echo "# One" >> "$GITHUB_STEP_SUMMARY"
- run: echo quiet
- run: |
    echo "# Two" >> "$GITHUB_STEP_SUMMARY"
    exit 1`),
    );
    expect(host.summary("job")).toBe("# One\n\n# Two\n");
  });

  it("bounds the log of a step and says so", async () => {
    const { run, host } = bench();
    const result = await run(oneJob("- run: yes | head -c 100000; echo ::error::still heard"), {
      machine: { stepLogBytes: 1000 },
    });
    expect(result.conclusion).toBe("success");
    expect(host.log("job")).toContain("[log cut: this step printed more than 1000 bytes");
    expect(host.log("job").length).toBeLessThan(3000);
    expect(host.annotations()).toEqual([{ level: "error", message: "still heard" }]);
  });
});

describe("a run that does not start", () => {
  it.each([
    [
      "a missing file",
      "on: workflow_dispatch",
      { workflowPath: ".github/workflows/none.yml" },
      "none.yml does not exist at",
    ],
    [
      "unsupported syntax",
      oneJob("- run: echo\n  background: true"),
      {},
      `${WORKFLOW}:11: jobs.job.steps[0].background`,
    ],
    [
      "an action nobody serves",
      oneJob("- uses: someone/else@v1"),
      {},
      `${WORKFLOW}:10: jobs.job.steps[0].uses: someone/else@v1 is not supported`,
    ],
    ["wrong inputs", oneJob("- run: echo"), { inputs: { x: 1 } }, "Unexpected inputs"],
  ])("says why: %s", async (_, workflow, request, words) => {
    const { run, host, leftFolders } = bench();
    const result = await run(workflow, request);
    expect(result).toEqual({ conclusion: "startup_failure", reason: expect.stringContaining(words), jobs: {} });
    expect(host.events).toEqual([
      { run: 42, kind: "run-finished", conclusion: "startup_failure", reason: result.reason },
    ]);
    expect(leftFolders()).toEqual([]);
  });
});

describe("a job that cannot be set up", () => {
  it.each([
    ["its environment", "env: { A: \"${{ fromJSON('{') }}\" }"],
    ["its time-out", "timeout-minutes: ${{ fromJSON('0') }}"],
  ])("fails when %s cannot be evaluated, and skips its steps", async (_, line) => {
    const { run, host } = bench();
    const result = await run(`on: workflow_dispatch
jobs:
  job:
    runs-on: ubuntu-latest
    ${line}
    steps: [{ run: echo }]
`);
    expect(result.conclusion).toBe("failure");
    expect(host.stepConclusions("job")).toEqual({ 1: "failure", 2: "skipped", 3: "success" });
    expect(host.annotations()).toHaveLength(1);
  });

  it("fails when its condition cannot be evaluated, and says so in its summary", async () => {
    const { run, host } = bench();
    const result = await run(`on: workflow_dispatch
jobs:
  job: { runs-on: ubuntu-latest, if: "fromJSON('{')", steps: [{ run: echo }] }
`);
    expect(result.conclusion).toBe("failure");
    expect(host.summary("job")).toContain("cannot be evaluated");
  });
});

describe("a step that cannot be evaluated", () => {
  it.each([
    ["its condition", "run: echo\n  if: fromJSON('{')"],
    ["its environment", "run: echo\n  env: { A: \"${{ fromJSON('{') }}\" }"],
    ["its script", "run: echo ${{ fromJSON('{') }}"],
    ["its folder", "run: echo\n  working-directory: ${{ fromJSON('{') }}"],
    ["its time-out", "run: echo\n  timeout-minutes: ${{ fromJSON('{') }}"],
    ["its inputs", "uses: actions/setup-node@v4\n  with: { node-version: \"${{ fromJSON('{') }}\" }"],
  ])("fails when %s cannot", async (_, step) => {
    const { run, host } = bench();
    expect((await run(oneJob(`- ${step}`))).conclusion).toBe("failure");
    expect(host.annotations()).toEqual([{ level: "error", message: expect.stringContaining("cannot be evaluated") }]);
    expect(host.stepConclusions("job")).toMatchObject({ 2: "failure" });
  });

  it("fails, too, when it cannot be told whether it may", async () => {
    const { run, host } = bench();
    const result = await run(oneJob("- run: exit 1\n  continue-on-error: ${{ fromJSON('{') }}"));
    expect(result.conclusion).toBe("failure");
    expect(host.annotations()).toHaveLength(2);
  });

  it.each([
    ["GITHUB_ENV", 'echo broken >> "$GITHUB_ENV"'],
    ["GITHUB_OUTPUT", 'echo broken >> "$GITHUB_OUTPUT"'],
    ["set-output", "echo '::set-output name=a::b'"],
  ])("fails when what it says by %s cannot be understood", async (words, script) => {
    const { run, host } = bench();
    expect((await run(oneJob(`- run: ${JSON.stringify(script)}`))).conclusion).toBe("failure");
    expect(host.annotations()).toEqual([{ level: "error", message: expect.stringContaining(words) }]);
  });
});
