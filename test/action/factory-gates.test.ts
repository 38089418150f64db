import { readdirSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ranUnconfined, whyNotCounted } from "../../src/domain/gates/confinement.js";
import type { GateReport } from "../../src/domain/gates/gate-report.js";
import { gateRunTitle } from "../../src/domain/gates/gate-request.js";
import { suiteOf } from "../../src/domain/validation/suite-report.js";
import { describeConfinement } from "../../src/gates/run/confine.js";
import { probeConfinement } from "../../src/gates/run/probe-confinement.js";
import { renderGatesWorkflow } from "../../src/gates/workflow-template.js";
import { CONFINEMENTS, needing } from "../support/confinements.js";
import { createFactoryRepository, type FactoryRepository, TAG_SOURCE } from "../support/factory-repository.js";
import { ACTION, runFactoryGates } from "../support/run-factory-gates.js";
import { useBench } from "../support/run-workflow.js";
import { CONFINING, searchPathWithout } from "../support/search-path.js";
import { aBaseline } from "../support/test-baseline.js";

const bench = useBench();

const statusOf = (report: GateReport, code: string) => report.validators.find((result) => result.code === code)?.status;

const troubled = (report: GateReport) =>
  report.validators
    .filter(({ status }) => !["PASSED", "SKIPPED"].includes(status))
    .map(({ code, status }) => [code, status]);

// Each test checks out three commits and starts the real bundle.
describe("the installed workflow", { timeout: 90_000 }, () => {
  it("shows red: every test fails because the module is missing", async () => {
    const { repository, host } = bench();
    const factory = createFactoryRepository(repository);
    const request = factory.request("CONTRACT", "execute", { state_sha: factory.state() });
    const report = await runFactoryGates(bench(), request);
    expect(statusOf(report, "TEST_FAILS_BEFORE_IMPLEMENTATION")).toBe("PASSED");
    expect(statusOf(report, "TASK_TEST_PASSES")).toBe("SKIPPED");
    expect(report.tests.map(({ name, status }) => [name, status])).toEqual([
      ["normalises a tag to lower case", "failed"],
      ["refuses a tag without letters", "failed"],
    ]);
    expect(report.runner.confinement).toBe(describeConfinement(await probeConfinement(process.env.PATH ?? "")));
    expect(report.runner.lock_file_digest).toMatch(/^[0-9a-f]{64}$/);
    expect(host.events).toContainEqual(
      expect.objectContaining({ kind: "run-planned", displayTitle: gateRunTitle(request) }),
    );
    expect(host.summary("execute")).toContain("`TEST_FAILS_BEFORE_IMPLEMENTATION`");
  });

  it("is not red when the tests need no implementation", async () => {
    const factory = createFactoryRepository(bench().repository);
    const head_sha = factory.work({ "test/tag.test.js": VACUOUS_TESTS });
    const report = await runFactoryGates(
      bench(),
      factory.request("CONTRACT", "execute", { head_sha, state_sha: factory.state() }),
    );
    expect(statusOf(report, "TEST_FAILS_BEFORE_IMPLEMENTATION")).toBe("FAILED");
  });

  it("judges contract and tests without running them", async () => {
    const factory = createFactoryRepository(bench().repository);
    const report = await runFactoryGates(bench(), factory.request("CONTRACT", "judge", { state_sha: factory.state() }));
    expect(troubled(report)).toEqual([]);
    expect(report.inventory?.map(({ name }) => name)).toEqual([
      "normalises a tag to lower case",
      "refuses a tag without letters",
    ]);
    expect(report.tests).toEqual([]);
    expect(report.commands).toEqual([]);
  });

  it("shows green, by running and by reading", async () => {
    const { repository } = bench();
    const factory = createFactoryRepository(repository);
    const commits = {
      head_sha: factory.work({ "src/tag.js": TAG_SOURCE }),
      state_sha: factory.state({ locked: true }),
    };
    const execute = await runFactoryGates(bench(), factory.request("EXECUTION", "execute", commits));
    expect(troubled(execute)).toEqual([]);
    expect(execute.tests.map(({ status }) => status)).toEqual(["passed", "passed"]);
    const nonce = "f".repeat(32);
    const judge = await runFactoryGates(bench(), { ...factory.request("EXECUTION", "judge", commits), nonce });
    expect(troubled(judge)).toEqual([]);
    expect(judge.assertions).toMatchObject([{ passed: true, assertion: { condition: "exports normaliseTag" } }]);
    expect(judge.inventory?.map(({ name }) => name)).toEqual(execute.tests.map(({ name }) => name));
  });

  it("catches a regression against the baseline, on the merge with what the base did meanwhile", async () => {
    const { repository } = bench();
    const factory = createFactoryRepository(repository, { "test/old.test.js": oldTest("true") });
    const head_sha = factory.work({ "src/tag.js": TAG_SOURCE });
    repository.git("checkout", "--quiet", "main");
    const base_sha = repository.commit({ "src/limit.js": "export const limit = 3;\n" });
    const baseline = aBaseline({
      passing: ["test/old.test.js > old one", "test/gone.test.js > gone"],
      known_failures: ["test/old.test.js > old two"],
    });
    const report = await runFactoryGates(
      bench(),
      factory.request("INTEGRITY", "execute", {
        base_sha,
        head_sha,
        module: null,
        state_sha: factory.state({ baseline }),
      }),
    );
    expect(report.validators).toMatchObject([
      {
        code: "FULL_REGRESSION_PASS",
        status: "FAILED",
        details: {
          newFailures: ["test/old.test.js > old three"],
          vanishedTests: ["test/gone.test.js > gone"],
          preExistingFailures: ["test/old.test.js > old two"],
          flakyTests: [],
        },
      },
      { code: "PRODUCTION_BUILD_PASS", status: "SKIPPED" },
    ]);
    expect(report.rerun.map(({ name, status }) => [name, status])).toEqual([
      ["test/old.test.js > old three", "failed"],
    ]);
    expect(report.suite?.map(({ name }) => name)).toContain("test/tag.test.js > normalises a tag to lower case");
  });

  it("tells a flake from a regression by one re-run", async () => {
    const factory = createFactoryRepository(bench().repository, {
      "test/flaky.test.js": FLAKY_TEST,
    });
    const head_sha = factory.work({ "src/tag.js": TAG_SOURCE });
    const commits = {
      head_sha,
      module: null,
      state_sha: factory.state({ baseline: aBaseline({ passing: [], known_failures: [] }) }),
    };
    const report = await runFactoryGates(bench(), factory.request("INTEGRITY", "execute", commits));
    expect(report.validators[0]).toMatchObject({
      code: "FULL_REGRESSION_PASS",
      status: "WARNING",
      details: { flakyTests: ["test/flaky.test.js > fails once"], newFailures: [] },
    });
  });

  it("leaves the whole suite out when it is told to, says why, and still builds", async () => {
    const factory = createFactoryRepository(bench().repository);
    const head_sha = factory.work({ "src/tag.js": TAG_SOURCE });
    const skip_suite = "validation_cadence is on-demand and nobody asked for a full run";
    const commits = { head_sha, module: null, state_sha: factory.state(), skip_suite };
    const report = await runFactoryGates(bench(), factory.request("INTEGRITY", "execute", commits));
    expect(report.validators[0]).toMatchObject({
      code: "FULL_REGRESSION_PASS",
      status: "SKIPPED",
      message: skip_suite,
    });
    expect(report.suite).toBeNull();
    expect(report.commands.map(({ name }) => name)).toEqual(["setup", "build"]);
  });

  it("blocks a suite that collects nothing", async () => {
    const factory = createFactoryRepository(bench().repository);
    const head_sha = factory.work({ "src/tag.js": TAG_SOURCE, "test/tag.test.js": undefined });
    const commits = { head_sha, module: null, state_sha: factory.state() };
    const report = await runFactoryGates(bench(), factory.request("INTEGRITY", "execute", commits));
    expect(statusOf(report, "FULL_REGRESSION_PASS")).toBe("VACUOUS");
  });

  it("says which files conflict when head and base cannot be merged", async () => {
    const { repository } = bench();
    const factory = createFactoryRepository(repository);
    const head_sha = factory.work({ "src/tag.js": TAG_SOURCE });
    repository.git("checkout", "--quiet", "main");
    const base_sha = repository.commit({ "src/tag.js": "export const other = 1;\n" });
    const commits = { head_sha, base_sha, module: null, state_sha: factory.state() };
    const report = await runFactoryGates(bench(), factory.request("INTEGRITY", "execute", commits));
    expect(report.validators.map(({ status, message }) => [status, message])).toEqual([
      ["FAILED", "Not judged: head and base change the same lines of src/tag.js"],
      ["FAILED", "Not judged: head and base change the same lines of src/tag.js"],
    ]);
    for (const { details } of report.validators) expect(details).toMatchObject({ files: ["src/tag.js"] });
  });

  it("records the whole suite for a baseline, and judges nothing", async () => {
    const factory = createFactoryRepository(bench().repository, { "test/old.test.js": oldTest("true") });
    const commits = { head_sha: factory.base, task: null, module: null, state_sha: factory.state() };
    const report = await runFactoryGates(bench(), factory.request("BASELINE", "execute", commits));
    expect(report.validators).toEqual([]);
    expect(report.suite?.map(({ name, status }) => [name, status])).toEqual([
      ["test/old.test.js > old one", "passed"],
      ["test/old.test.js > old two", "failed"],
      ["test/old.test.js > old three", "failed"],
    ]);
  });

  it("is red, and leaves no report, for a request that it cannot read", async () => {
    const { repository, host, run } = bench();
    const factory = createFactoryRepository(repository);
    host.served.set(ACTION, resolve("action"));
    const request = { ...factory.request("CONTRACT", "judge", { state_sha: factory.state() }), run_type: "OTHER" };
    const result = await run(renderGatesWorkflow({ actionRef: ACTION }), {
      inputs: { request: JSON.stringify(request) },
    });
    expect(result.conclusion).toBe("failure");
    expect(host.stored).toEqual([]);
  });
});

const VACUOUS_TESTS = `import assert from "node:assert/strict";
import { test } from "node:test";

// @clause CL-HAPPY-001
test("normalises a tag to lower case", () => {
  assert.equal("news", "news");
});
`;

const oldTest = (first: string) => `import assert from "node:assert/strict";
import { test } from "node:test";
test("old one", () => assert.ok(${first}));
test("old two", () => assert.ok(false));
test("old three", () => assert.ok(false));
`;

/** It fails beside other files and passes by itself, as a test does that shares something with another. */
const FLAKY_TEST = `import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
test("fails once", () => {
  const runner = readFileSync("/proc/" + process.ppid + "/cmdline", "utf8");
  assert.ok(runner.includes("flaky.test.js"));
});
`;

/** Code that tries to look green, each in another way. Its tests never pass honestly. */
const HOSTILE: Readonly<Record<string, string>> = {
  "turns assertions off": `import assert from "node:assert/strict";
import { syncBuiltinESMExports } from "node:module";
for (const name of Object.keys(assert)) if (typeof assert[name] === "function") assert[name] = () => {};
syncBuiltinESMExports();
export const normaliseTag = () => "";
`,
  "prints a forged report and leaves": `import { writeSync } from "node:fs";
const line = (title) => JSON.stringify({ kind: "test", file: process.cwd() + "/test/tag.test.js", titles: [title],
  status: "passed", duration_ms: 1, is_file: false, phase: "test", error: null });
for (const title of ["normalises a tag to lower case", "refuses a tag without letters"]) writeSync(1, line(title) + "\\n");
writeSync(1, JSON.stringify({ kind: "end" }) + "\\n");
process.exit(0);
`,
  "writes files that say pass": `import { mkdirSync, writeFileSync } from "node:fs";
for (const name of ["report.json", "../out/report.json", "report", "/tmp/report.json", process.env.HOME + "/report"])
  try { writeFileSync(name, '{"status":"PASSED"}'); } catch {}
export const normaliseTag = () => "";
`,
  "kills the runner above it": `for (const signal of ["SIGTERM", "SIGKILL"]) try { process.kill(process.ppid, signal); } catch {}
try { process.kill(1, "SIGKILL"); } catch {}
export const normaliseTag = () => "";
`,
};

const hidden: Record<"bubblewrap" | "everything", string> = { bubblewrap: "", everything: "" };
beforeAll(() => {
  hidden.bubblewrap = searchPathWithout(["bwrap"]);
  hidden.everything = searchPathWithout(CONFINING);
});
afterAll(() => {
  for (const path of Object.values(hidden)) rmSync(path, { recursive: true });
});

function runGreen(factory: FactoryRepository, source: string, path?: string): Promise<GateReport> {
  const commits = { head_sha: factory.work({ "src/tag.js": source }), state_sha: factory.state({ locked: true }) };
  return runFactoryGates(bench(), factory.request("EXECUTION", "execute", commits), path);
}

// Nobody wants it to run on a machine of theirs without.
describe("code that wants to look green", { tags: ["confinement"] }, () => {
  it.each(Object.entries(HOSTILE))("%s: stays red", async (_name, source) => {
    const report = await runGreen(createFactoryRepository(bench().repository), source);
    expect(statusOf(report, "TASK_TEST_PASSES")).toBe("FAILED");
    expect(report.tests.some(({ status }) => status === "passed")).toBe(false);
  });
});

/** The same run on a machine where each of them is the strongest that there is. */
describe.each(CONFINEMENTS)("code under test, confined by $name", ({ needs, by }) => {
  const test = needing(needs);
  const path = () => (by.kind === "namespaces" ? hidden.bubblewrap : process.env.PATH);
  const green = (source: string) => runGreen(createFactoryRepository(bench().repository), source, path());

  test("passes when it is right, and the report says what confined it", async () => {
    const report = await green(TAG_SOURCE);
    expect(report.runner.confinement).toBe(describeConfinement(by));
    expect(troubled(report)).toEqual([]);
    expect(report.tests.map(({ status }) => status)).toEqual(["passed", "passed"]);
  });

  test("finds no token, however it looks, and reaches no network", async () => {
    const { host } = bench();
    const report = await green(SNOOPING);
    const everything = JSON.stringify(report) + host.log("execute") + host.summary("execute");
    expect(everything).toContain("SNOOPED");
    for (const { token } of host.tokens) expect(everything).not.toContain(token);
    expect(JSON.stringify(report)).not.toMatch(/GITHUB_|ACTIONS_|RUNNER_|INPUT_/);
    expect(everything).toContain("network: ENETUNREACH");
    expect(statusOf(report, "TASK_TEST_PASSES")).toBe("FAILED");
  });

  test("cannot rewrite the report, and nothing of it is left when the report is made", async () => {
    const report = await green(forging(bench().tempRoot));
    expect(report.runner.confinement).toBe(describeConfinement(by));
    expect(statusOf(report, "TASK_TEST_PASSES")).toBe("FAILED");
    expect(bench().leftProcesses()).toEqual([]);
    expect(forgers()).toEqual([]);
  });
});

describe("where nothing confines code under test", { timeout: 90_000 }, () => {
  const config = (confinement: string) => ({
    ".factory/config.yml": `gates: { preset: node, confinement: ${confinement} }\n`,
  });
  const REASON = "bubblewrap is not installed; unshare and setpriv are not installed";

  it.each([
    ["CONTRACT", ["TEST_FAILS_BEFORE_IMPLEMENTATION"]],
    ["EXECUTION", ["TASK_TEST_PASSES", "STRICT_COMPILATION", "STYLE_CONSISTENCY_LINT"]],
    ["INTEGRITY", ["FULL_REGRESSION_PASS", "PRODUCTION_BUILD_PASS"]],
  ] as const)("a %s run runs nothing of it by default, and is no pass", async (runType, withheld) => {
    const factory = createFactoryRepository(bench().repository, config("required"));
    const commits = {
      head_sha: factory.work({ "src/tag.js": MARKING }),
      state_sha: factory.state({ locked: runType !== "CONTRACT" }),
      ...(runType === "INTEGRITY" ? { module: null } : {}),
    };
    const report = await runFactoryGates(bench(), factory.request(runType, "execute", commits), hidden.everything);
    expect(report.runner.confinement).toBe(`none: ${REASON}`);
    const notRun = report.validators.filter(({ details }) => "nothingConfines" in details);
    expect(notRun.map(({ code }) => code).sort()).toEqual([...withheld].sort());
    for (const { status, message, fix } of notRun) {
      expect(status).toBe("NOT_RUN");
      expect(message).toContain(REASON);
      expect(fix).toMatch(/Install bubblewrap.*gates\.confinement: preferred/);
    }
    expect(report.commands).toMatchObject([{ name: "setup", status: "NOT_RUN", command: "" }]);
    expect([report.tests, report.suite]).toEqual([[], null]);
    expect(whyNotCounted(report, "required")).not.toBeNull();
    expect(bench().host.log("execute")).not.toContain("MARKED");
    expect(bench().host.summary("execute")).toContain("Nothing confines code under test on this machine");
  });

  it("a BASELINE run has no suite to show, and says why", async () => {
    const factory = createFactoryRepository(bench().repository, config("required"));
    const commits = { head_sha: factory.base, task: null, module: null, state_sha: factory.state() };
    const report = await runFactoryGates(bench(), factory.request("BASELINE", "execute", commits), hidden.everything);
    expect(suiteOf(report)).toMatchObject({ ok: false, refusal: { message: expect.stringContaining(REASON) } });
  });

  it("it runs where the configuration at the base prefers that, and the report says so", async () => {
    const factory = createFactoryRepository(bench().repository, config("preferred"));
    const report = await runGreen(factory, TAG_SOURCE, hidden.everything);
    expect(troubled(report)).toEqual([]);
    expect(ranUnconfined(report)).toBe(REASON);
  });

  it("the change itself cannot bring that permission", async () => {
    const factory = createFactoryRepository(bench().repository, config("required"));
    factory.work(config("preferred"));
    const report = await runGreen(factory, MARKING, hidden.everything);
    expect(statusOf(report, "TASK_TEST_PASSES")).toBe("NOT_RUN");
    expect(bench().host.log("execute")).not.toContain("MARKED");
  });
});

const MARKING = `console.log("MARKED");\n${TAG_SOURCE}`;

/** Leaves processes behind that write a report of their own over the job's, for as long as they may live. They know where it is. */
const FORGER = `factory-forger-${process.pid}`;
const forging = (jobs: string) => `import { spawn } from "node:child_process";
const forge = () => {
  const fs = require("node:fs");
  const list = (folder) => { try { return fs.readdirSync(folder, { withFileTypes: true }); } catch { return []; } };
  const visit = (folder, depth) => {
    try { fs.writeFileSync(folder + "/report.json", '{"status":"PASSED"}'); } catch {}
    if (depth === 0) return;
    for (const entry of list(folder)) if (entry.isDirectory()) visit(folder + "/" + entry.name, depth - 1);
  };
  const processes = () => list("/proc").map(({ name }) => name).filter((name) => /^[0-9]+$/.test(name));
  const roots = () => ["", ...processes().map((pid) => "/proc/" + pid + "/root")];
  setInterval(() => { for (const root of roots()) visit(root + ${JSON.stringify(jobs)}, 4); }, 5);
};
for (let count = 0; count < 2; count += 1)
  spawn(process.execPath, ["-e", "(" + forge + ")()", "${FORGER}"], { detached: true, stdio: "ignore" }).unref();
export const normaliseTag = () => "";
`;

/** Processes on this machine that still try. */
function forgers(): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").endsWith(`\0${FORGER}\0`);
    } catch {
      return false; // it has ended since it was listed
    }
  });
}

const SNOOPING = `import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
const read = (file) => { try { return readFileSync(file, "utf8").replaceAll("\\0", " "); } catch (error) { return error.code; } };
const environments = readdirSync("/proc").filter((name) => /^\\d+$/.test(name)).map((pid) => read("/proc/" + pid + "/environ"));
const network = await new Promise((resolve) => connect({ host: "192.0.2.1", port: 80 }).on("error", ({ code }) => resolve(code)));
const seen = [JSON.stringify(process.env), ...environments, read(process.cwd() + "/../../.git/config"), "network: " + network];
export const normaliseTag = () => { throw new Error("SNOOPED " + seen.join("\\n")); };
`;
