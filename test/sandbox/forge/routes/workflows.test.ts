import { expect, it } from "vitest";
import { dispatch, script } from "../../../support/dispatch.js";
import { commitOn, refusal, useForge } from "../../../support/forge.js";

const INPUTS = `name: Inputs
run-name: "run \${{ inputs.nonce }} by \${{ github.actor }}"
on:
  workflow_dispatch:
    inputs:
      nonce: { required: true, type: string }
      mode: { type: choice, options: [fast, slow], default: fast }
jobs:
  job: { runs-on: ubuntu-latest, steps: [{ run: "true" }] }
`;
const MANY = `name: Many
on:
  workflow_dispatch:
    inputs:
${Array.from({ length: 26 }, (_, index) => `      i${index}: { type: string }`).join("\n")}
jobs:
  job: { runs-on: ubuntu-latest, steps: [{ run: "true" }] }
`;

const local = useForge({
  runIndexLagMs: 0,
  // Nobody performs here: every run ends as soon as it starts.
  performRun: () => ({ done: Promise.resolve(), cancel() {}, halt() {} }),
  files: {
    "README.md": "# Product\n",
    ".github/workflows/inputs.yml": INPUTS,
    ".github/workflows/many.yaml": MANY,
    ".github/workflows/push.yml": "name: Push\non: push\njobs: {}\n",
    ".github/workflows/list.yml": script("true").replace("on: workflow_dispatch", "on: [push, workflow_dispatch]"),
    ".github/workflows/broken.yml": "name: [",
    ".github/workflows/notes.txt": "not a workflow",
    ".github/workflows/nested/deep.yml": script("true"),
  },
});

it("the forge finds the workflows of the default branch by file, and keeps their ids", async () => {
  const bot = await local.bot();
  const list = async () => (await bot.rest.actions.listRepoWorkflows(local.at)).data;
  const { total_count, workflows } = await list();
  expect(workflows.map(({ name, path }) => `${name} ${path}`)).toEqual([
    ".github/workflows/broken.yml .github/workflows/broken.yml",
    "Inputs .github/workflows/inputs.yml",
    "Script .github/workflows/list.yml",
    "Many .github/workflows/many.yaml",
    "Push .github/workflows/push.yml",
  ]);
  expect(total_count).toBe(5);
  expect((await list()).workflows.map(({ id }) => id)).toEqual(workflows.map(({ id }) => id));
  const [, inputs] = workflows;
  for (const workflow_id of [inputs?.id ?? 0, "inputs.yml"]) {
    expect((await bot.rest.actions.getWorkflow({ ...local.at, workflow_id })).data).toMatchObject({
      id: inputs?.id,
      state: "active",
    });
  }
  expect((await refusal(bot.rest.actions.getWorkflow({ ...local.at, workflow_id: "none.yml" }))).status).toBe(404);
});

it("the forge lists no workflow that only another branch has, and does not dispatch it", async () => {
  const { at } = local;
  await commitOn(local.as("admin"), at, { branch: "other", path: ".github/workflows/new.yml", text: script("true") });
  const bot = await local.bot();
  const call = bot.rest.actions.createWorkflowDispatch({ ...at, workflow_id: "new.yml", ref: "other" });
  expect((await refusal(call)).status).toBe(404);
});

it("the forge answers a dispatch with 204, or with the run when its details are wanted", async () => {
  const { at } = local;
  const bot = await local.bot();
  await local.news();
  const plain = await bot.rest.actions.createWorkflowDispatch({
    ...at,
    workflow_id: "inputs.yml",
    ref: "main",
    inputs: { nonce: "a" },
  });
  expect(plain.status).toBe(204);
  const id = await dispatch(bot, at, {
    file: "inputs.yml",
    inputs: { nonce: "b", mode: "slow" },
    ref: "refs/heads/main",
  });
  const { data: run } = await bot.rest.actions.getWorkflowRun({ ...at, run_id: id });
  const { data: ref } = await bot.rest.git.getRef({ ...at, ref: "heads/main" });
  expect(run).toMatchObject({
    name: "Inputs",
    display_title: "run b by software-factory[bot]",
    event: "workflow_dispatch",
    path: ".github/workflows/inputs.yml",
    head_branch: "main",
    head_sha: ref.object.sha,
    run_number: 2,
    run_attempt: 1,
    status: "queued",
    actor: { login: "software-factory[bot]" },
  });
  const news = await local.news();
  expect(news.map(({ event, payload }) => [event, payload.action])).toEqual([
    ["workflow_dispatch", undefined],
    ["workflow_run", "requested"],
    ["workflow_dispatch", undefined],
    ["workflow_run", "requested"],
  ]);
  expect(news[2]?.payload).toMatchObject({
    ref: "refs/heads/main",
    workflow: ".github/workflows/inputs.yml",
    inputs: { nonce: "b", mode: "slow" },
  });
  expect(news[3]?.payload.workflow_run).toMatchObject({ id, display_title: "run b by software-factory[bot]" });
});

it.each([
  ["an unknown ref", "inputs.yml", { ref: "nowhere", inputs: { nonce: "x" } }, "No ref found for: nowhere"],
  [
    "a SHA in place of a ref",
    "inputs.yml",
    { ref: "0".repeat(40), inputs: { nonce: "x" } },
    `No ref found for: ${"0".repeat(40)}`,
  ],
  ["an unknown input", "inputs.yml", { inputs: { nonce: "x", nope: "y" } }, 'Unexpected inputs provided: ["nope"]'],
  ["a missing input", "inputs.yml", {}, "Required input 'nonce' not provided"],
  [
    "a value that is no choice",
    "inputs.yml",
    { inputs: { nonce: "x", mode: "z" } },
    "Provided value 'z' for input 'mode' not in the list of allowed values",
  ],
  [
    "26 inputs",
    "many.yaml",
    { inputs: Object.fromEntries(Array.from({ length: 26 }, (_, i) => [`i${i}`, "1"])) },
    "A dispatch may have at most 25 inputs",
  ],
  [
    "65,536 characters of inputs",
    "many.yaml",
    { inputs: { i0: "x".repeat(65_527) } },
    "The inputs of a dispatch may have at most 65535 characters in all",
  ],
  ["a workflow without the trigger", "push.yml", {}, "Workflow does not have 'workflow_dispatch' trigger"],
  ["a file that nobody can read", "broken.yml", {}, "Workflow does not have 'workflow_dispatch' trigger"],
])("the forge refuses %s", async (_what, workflow_id, requested, message) => {
  const bot = await local.bot();
  const call = bot.rest.actions.createWorkflowDispatch({ ...local.at, workflow_id, ref: "main", ...requested });
  expect(await refusal(call)).toEqual({ status: 422, message });
});

it("the forge takes 25 inputs and 65,535 characters", async () => {
  const { at } = local;
  const bot = await local.bot();
  const inputs = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`i${index}`, "1"]));
  await dispatch(bot, at, { file: "many.yaml", inputs });
  await dispatch(bot, at, { file: "many.yaml", inputs: { i0: "x".repeat(65_526) } });
});

it("the forge judges by the workflow file of the ref, not of the default branch", async () => {
  const { at } = local;
  const text = INPUTS.replace("nonce: { required: true, type: string }", "word: { type: string }").replace(
    "inputs.nonce",
    "inputs.word",
  );
  await commitOn(local.as("admin"), at, { branch: "changed", path: ".github/workflows/inputs.yml", text });
  const bot = await local.bot();
  const id = await dispatch(bot, at, { file: "inputs.yml", ref: "changed", inputs: { word: "w" } });
  expect((await bot.rest.actions.getWorkflowRun({ ...at, run_id: id })).data.head_branch).toBe("changed");
  const call = bot.rest.actions.createWorkflowDispatch({
    ...at,
    workflow_id: "inputs.yml",
    ref: "changed",
    inputs: { nonce: "n" },
  });
  expect((await refusal(call)).status).toBe(422);
});

it("the forge dispatches a tag, and a workflow that lists its events", async () => {
  const { at } = local;
  const admin = local.as("admin");
  const { data: main } = await admin.rest.git.getRef({ ...at, ref: "heads/main" });
  await admin.rest.git.createRef({ ...at, ref: "refs/tags/v1", sha: main.object.sha });
  const id = await dispatch(admin, at, { file: "list.yml", ref: "v1" });
  expect((await admin.rest.actions.getWorkflowRun({ ...at, run_id: id })).data).toMatchObject({
    head_branch: "v1",
    actor: { login: "admin" },
  });
});

it("the forge does not dispatch a disabled workflow until it is enabled again", async () => {
  const { at } = local;
  const admin = local.as("admin");
  const at_file = { ...at, workflow_id: "list.yml" };
  await admin.rest.actions.disableWorkflow(at_file);
  expect((await admin.rest.actions.getWorkflow(at_file)).data.state).toBe("disabled_manually");
  expect((await refusal(admin.rest.actions.createWorkflowDispatch({ ...at_file, ref: "main" }))).status).toBe(422);
  await admin.rest.actions.enableWorkflow(at_file);
  await dispatch(admin, at, { file: "list.yml" });
});

it("the forge lets only those dispatch who may: actions:write for an App, write for a person", async () => {
  const { at } = local;
  const requested = { ...at, workflow_id: "list.yml", ref: "main" };
  const reader = await local.bot({ permissions: { actions: "read" } });
  expect((await refusal(reader.rest.actions.createWorkflowDispatch(requested))).status).toBe(403);
  expect((await refusal(local.as("read").rest.actions.createWorkflowDispatch(requested))).status).toBe(403);
  expect((await refusal(local.anonymous().rest.actions.createWorkflowDispatch(requested))).status).toBe(401);
  expect((await local.as("write").rest.actions.createWorkflowDispatch(requested)).status).toBe(204);
});

it("the forge lists runs newest first and filters them", async () => {
  const { at } = local;
  const bot = await local.bot();
  const all = (await bot.paginate(bot.rest.actions.listWorkflowRunsForRepo, { ...at, per_page: 3 })).map(
    ({ id }) => id,
  );
  expect(all).toEqual(all.toSorted((a, b) => b - a));
  const count = async (filter: object) =>
    (await bot.rest.actions.listWorkflowRunsForRepo({ ...at, ...filter })).data.total_count;
  expect(await count({ branch: "changed" })).toBe(1);
  expect(await count({ branch: "nowhere" })).toBe(0);
  expect(await count({ actor: "writer" })).toBe(1);
  expect(await count({ event: "push" })).toBe(0);
  expect(await count({ event: "workflow_dispatch", status: "queued" })).toBe(all.length);
  expect(await count({ status: "success" })).toBe(0);
  expect(await count({ head_sha: "0".repeat(40) })).toBe(0);
  expect(await count({ created: ">=2000-01-01" })).toBe(all.length);
  expect(await count({ created: "2000-01-01..2000-01-02" })).toBe(0);
  const { data } = await bot.rest.actions.listWorkflowRuns({ ...at, workflow_id: "many.yaml" });
  expect(data.total_count).toBe(2);
});
