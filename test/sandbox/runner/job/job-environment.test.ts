import { describe, expect, it } from "vitest";
import { exportGithub, githubContext } from "../../../../src/sandbox/runner/job/github-context.js";
import { inputVariables, runnerContext, stepEnvironment } from "../../../../src/sandbox/runner/job/job-environment.js";

const folders = {
  root: "/job",
  workspace: "/job/work/widgets/widgets",
  temp: "/job/work/_temp",
  toolCache: "/job/tools",
  home: "/job/home",
  scratch: "/job/tmp",
};

const urls = {
  server: "http://127.0.0.1:9",
  api: "http://127.0.0.1:9/api/v3",
  graphql: "http://127.0.0.1:9/api/graphql",
};

const facts = {
  repository: { id: 7, fullName: "octo/widgets", ownerId: 3 },
  run: { id: 42, number: 5, attempt: 2 },
  workflowPath: ".github/workflows/gates.yml",
  ref: "refs/heads/feature/x",
  commit: "c".repeat(40),
  actor: { id: 9, login: "octocat" },
  event: { inputs: {} },
};

describe("the github context", () => {
  const github = githubContext(facts, urls);

  it("distinguishes a branch from a tag", () => {
    expect(github).toMatchObject({ ref_name: "feature/x", ref_type: "branch" });
    expect(githubContext({ ...facts, ref: "refs/tags/v1" }, urls)).toMatchObject({ ref_name: "v1", ref_type: "tag" });
    expect(githubContext({ ...facts, ref: "refs/pull/1/head" }, urls)).toMatchObject({
      ref_name: "refs/pull/1/head",
      ref_type: "branch",
    });
  });

  it("becomes the GITHUB_* variables, without the event and without the token", () => {
    expect(exportGithub({ ...github, token: "ghs_x", workspace: "/w" })).toEqual({
      GITHUB_ACTOR: "octocat",
      GITHUB_ACTOR_ID: "9",
      GITHUB_API_URL: "http://127.0.0.1:9/api/v3",
      GITHUB_BASE_REF: "",
      GITHUB_EVENT_NAME: "workflow_dispatch",
      GITHUB_GRAPHQL_URL: "http://127.0.0.1:9/api/graphql",
      GITHUB_HEAD_REF: "",
      GITHUB_REF: "refs/heads/feature/x",
      GITHUB_REF_NAME: "feature/x",
      GITHUB_REF_PROTECTED: "false",
      GITHUB_REF_TYPE: "branch",
      GITHUB_REPOSITORY: "octo/widgets",
      GITHUB_REPOSITORY_ID: "7",
      GITHUB_REPOSITORY_OWNER: "octo",
      GITHUB_REPOSITORY_OWNER_ID: "3",
      GITHUB_RETENTION_DAYS: "90",
      GITHUB_RUN_ATTEMPT: "2",
      GITHUB_RUN_ID: "42",
      GITHUB_RUN_NUMBER: "5",
      GITHUB_SERVER_URL: "http://127.0.0.1:9",
      GITHUB_SHA: "c".repeat(40),
      GITHUB_TRIGGERING_ACTOR: "octocat",
      GITHUB_WORKFLOW_REF: "octo/widgets/.github/workflows/gates.yml@refs/heads/feature/x",
      GITHUB_WORKFLOW_SHA: "c".repeat(40),
      GITHUB_WORKSPACE: "/w",
    });
  });
});

describe("the environment of a step", () => {
  const environment = (userEnv: Record<string, string>, rest = {}) =>
    stepEnvironment({
      searchPath: "/usr/bin",
      pathAdditions: [],
      folders,
      github: { sha: "abc" },
      trackingId: "factory_1",
      userEnv,
      ...rest,
    });

  it("is exactly this, and nothing of the parent's", () => {
    expect(environment({})).toEqual({
      HOME: "/job/home",
      LANG: "C.UTF-8",
      TMPDIR: "/job/tmp",
      PATH: "/usr/bin",
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_SHA: "abc",
      RUNNER_NAME: "factory-local",
      RUNNER_OS: "Linux",
      RUNNER_ARCH: runnerContext(folders).arch,
      RUNNER_TEMP: "/job/work/_temp",
      RUNNER_TOOL_CACHE: "/job/tools",
      RUNNER_WORKSPACE: "/job/work/widgets",
      RUNNER_ENVIRONMENT: "self-hosted",
      RUNNER_TRACKING_ID: "factory_1",
    });
  });

  it("lets a workflow set its own variables, HOME and CI included", () => {
    expect(environment({ MINE: "1", HOME: "/h", CI: "false" })).toMatchObject({ MINE: "1", HOME: "/h", CI: "false" });
  });

  it.each(["GITHUB_SHA", "RUNNER_TEMP", "GITHUB_ACTIONS", "RUNNER_TRACKING_ID"])("does not let it set %s", (name) => {
    expect(environment({ [name]: "forged" })[name]).not.toBe("forged");
  });

  it("puts additions to the path in front, the last one first", () => {
    expect(environment({}, { pathAdditions: ["/a", "/b"] }).PATH).toBe("/b:/a:/usr/bin");
    expect(environment({ PATH: "/own" }, { pathAdditions: ["/a"] }).PATH).toBe("/a:/own");
  });

  it("names inputs as @actions/core reads them", () => {
    expect(inputVariables({ plan: "p", "my input": "x", "run-type": "r" })).toEqual({
      INPUT_PLAN: "p",
      INPUT_MY_INPUT: "x",
      "INPUT_RUN-TYPE": "r",
    });
    expect(environment({}, { inputs: { INPUT_PLAN: "p" } }).INPUT_PLAN).toBe("p");
  });
});
