import { describe, expect, it } from "vitest";
import { oneJob, useBench } from "../../../support/run-workflow.js";

const bench = useBench();

const environmentIn = (log: string): Record<string, string> =>
  Object.fromEntries(
    log
      .split("\n")
      .map((line) => /^([A-Za-z_]\w*)=(.*)$/.exec(line))
      .flatMap((match) => (match === null ? [] : [[match[1], match[2]]])),
  );

describe("what a step sees", () => {
  it("is GitHub's environment and a temporary home, and nothing of ours", async () => {
    process.env.FACTORY_TEST_SECRET = "do-not-inherit";
    const { run, host } = bench();
    await run(oneJob("- run: env"));
    delete process.env.FACTORY_TEST_SECRET;
    const environment = environmentIn(host.log("job"));
    const own = ["CI", "HOME", "LANG", "PATH", "TMPDIR", "PWD", "SHLVL", "_"];
    const foreign = Object.keys(environment).filter((name) => !own.includes(name) && !/^(GITHUB|RUNNER)_/.test(name));
    expect(foreign).toEqual([]);
    expect(environment.HOME).not.toBe(process.env.HOME);
    expect(environment).toMatchObject({
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION: "__run_1",
      GITHUB_ACTOR: "octocat",
      GITHUB_EVENT_NAME: "workflow_dispatch",
      GITHUB_JOB: "job",
      GITHUB_REF: "refs/heads/main",
      GITHUB_REPOSITORY: "octo/widgets",
      GITHUB_RUN_ID: "42",
      GITHUB_RUN_NUMBER: "5",
      GITHUB_RUN_ATTEMPT: "1",
      GITHUB_SHA: bench().repository.git("rev-parse", "HEAD"),
      GITHUB_WORKFLOW: "gates",
      GITHUB_WORKSPACE: expect.stringMatching(/\/work\/widgets\/widgets$/),
      RUNNER_OS: "Linux",
      RUNNER_TEMP: expect.stringContaining("/work/_temp"),
    });
    for (const name of ["GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"]) {
      expect(environment[name]).toContain(environment.RUNNER_TEMP);
    }
    expect(environment).not.toHaveProperty("GITHUB_TOKEN");
  });

  it("includes the event as a file, and the contexts in expressions", async () => {
    const { run, host } = bench();
    await run(
      oneJob(`- run: cat "$GITHUB_EVENT_PATH"
- run: echo "\${{ github.event.inputs.task }} \${{ github.actor }} \${{ runner.os }} \${{ job.status }} \${{ github.action }}"
  id: named`),
    );
    expect(host.log("job")).toContain('"task": "T-1"');
    expect(host.log("job")).toContain("\nT-1 octocat Linux success named\n");
  });

  it("starts empty: the workspace has no file until something is checked out", async () => {
    const { run, host } = bench();
    await run(oneJob('- run: echo "files:$(ls -A | wc -l)"'));
    expect(host.log("job")).toContain("\nfiles:0\n");
  });
});

describe("the token of a job", () => {
  const permissions = `on: workflow_dispatch
permissions: { contents: read, checks: write }
jobs:
  inherits: { runs-on: ubuntu-latest, steps: [{ run: echo }] }
  replaces: { runs-on: ubuntu-latest, permissions: { issues: read }, steps: [{ run: echo }] }
  nothing: { runs-on: ubuntu-latest, permissions: {}, steps: [{ run: echo }] }
`;

  it("has the job's permissions, else the workflow's, and dies with the job", async () => {
    const { run, host } = bench();
    await run(permissions);
    expect(Object.fromEntries(host.tokens.map((token) => [token.job, token.permissions]))).toEqual({
      inherits: { contents: "read", checks: "write" },
      replaces: { issues: "read" },
      nothing: {},
    });
    expect(host.tokens.every((token) => token.revoked && token.run === 42)).toBe(true);
    expect(host.log("replaces")).toContain("GITHUB_TOKEN permissions: metadata: read, issues: read");
  });

  it("has GitHub's restricted default when a workflow does not say", async () => {
    const { run, host } = bench();
    await run(permissions.replace(/^permissions.*\n/m, ""));
    expect(host.tokens.find((token) => token.job === "inherits")?.permissions).toEqual({
      contents: "read",
      packages: "read",
    });
  });

  it("is given to those who ask, and shown to nobody: not in the log, the summary, an annotation or an output", async () => {
    const { run, host } = bench();
    const result = await run(`on: workflow_dispatch
jobs:
  job:
    runs-on: ubuntu-latest
    outputs: { leak: "\${{ github.token }}", fine: ok }
    steps:
      - env: { TOKEN: "\${{ github.token }}" }
        run: |
          [ -n "$TOKEN" ] && echo "token $TOKEN"
          echo "$TOKEN" | base64
          echo "::error title=$TOKEN::$TOKEN"
          echo "sum $TOKEN" >> "$GITHUB_STEP_SUMMARY"
`);
    const token = host.tokens[0]?.token ?? "none";
    const everything = JSON.stringify({ events: host.events, result });
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(Buffer.from(token).toString("base64").slice(0, 40));
    expect(host.log("job")).toContain("\ntoken ***\n");
    expect(host.summary("job")).toBe("sum ***\n");
    expect(result.jobs.job?.outputs).toEqual({ fine: "ok" });
    expect(host.annotations()).toContainEqual({
      level: "warning",
      message: "Skip output 'leak' since it may contain secret.",
    });
  });

  it("is taken back, and the folder removed, even when the runner itself has a defect", async () => {
    const { start, host, leftFolders } = bench();
    let calls = 0;
    const report = (event: Parameters<typeof host.report>[0]) => {
      calls += 1;
      if (event.kind === "step-started" && event.step === 2) throw new Error("host defect");
    };
    await expect(start(oneJob("- run: echo"), { host: { ...host, report } }).done).rejects.toThrow("host defect");
    expect(calls).toBeGreaterThan(0);
    expect(host.tokens[0]?.revoked).toBe(true);
    expect(leftFolders()).toEqual([]);
  });
});

describe("an output that cannot be evaluated", () => {
  it("fails the job", async () => {
    const { run, host } = bench();
    const result = await run(`on: workflow_dispatch
jobs:
  job: { runs-on: ubuntu-latest, outputs: { a: "\${{ fromJSON('{') }}" }, steps: [{ run: echo }] }
`);
    expect(result.conclusion).toBe("failure");
    expect(host.annotations()).toEqual([{ level: "error", message: expect.stringContaining("output a:") }]);
  });
});
