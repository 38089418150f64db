import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { dispatch } from "../../support/dispatch.js";
import { commitOn, git, useForge } from "../../support/forge.js";

const GATES = `name: Gates
run-name: \${{ inputs.nonce }}
on:
  workflow_dispatch:
    inputs:
      nonce: { required: true, type: string }
      sha: { required: true, type: string }
permissions: { contents: read }
jobs:
  judge:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with: { ref: "\${{ inputs.sha }}", persist-credentials: false }
      - run: mkdir report && wc -l < src/one.ts > report/lines.txt
      - uses: actions/upload-artifact@v4
        with: { name: "report-\${{ inputs.nonce }}", path: report }
`;

const local = useForge({
  installed: false,
  files: { "README.md": "# Product\n", ".github/workflows/gates.yml": GATES },
});

it("a client walks from installing the App to a release, by plain clients, and git clone sees it all", async () => {
  const { at, forge } = local;
  const admin = local.as("admin");
  const repository = (await admin.rest.repos.get(at)).data;

  // Install: a person does it in the browser; here, through the operation behind the page.
  const { installApp } = await import("../../../src/sandbox/forge/operations/repository/install-app.js");
  const { actingAs } = await import("../../../src/sandbox/forge/context.js");
  const { findAccount, findRepository, ownerOf } = await import("../../../src/sandbox/forge/lookup.js");
  const user = findAccount(forge.hub.state, "admin");
  const record = findRepository(forge.hub.state, at.owner, at.repo);
  if (user === undefined || record === undefined) throw new Error("no admin or no repository");
  const acting = actingAs({ kind: "user", user, scopes: [] }, Promise.resolve());
  installApp(forge.hub, acting, { account: ownerOf(forge.hub.state, record), repositories: [record] });
  const bot = await local.bot();
  expect((await bot.rest.apps.listReposAccessibleToInstallation()).data.repositories.map(({ id }) => id)).toEqual([
    repository.id,
  ]);

  // Branch, commit, pull request.
  const head = await commitOn(bot, at, {
    branch: "factory/one",
    path: "src/one.ts",
    text: "export const one = 1;\nexport const two = 2;\n",
  });
  const { data: pull } = await bot.rest.pulls.create({
    ...at,
    title: "One",
    head: "factory/one",
    base: "main",
    body: "One and two.",
  });

  // Inline review by a person.
  await local.as("write").rest.pulls.createReview({
    ...at,
    pull_number: pull.number,
    commit_id: head,
    event: "APPROVE",
    comments: [{ path: "src/one.ts", line: 2, side: "RIGHT", body: "two?" }],
  });

  // Check run, dispatch, artifact, conclusion.
  const { data: check } = await bot.rest.checks.create({
    ...at,
    name: "factory/gates",
    head_sha: head,
    status: "in_progress",
  });
  const run_id = await dispatch(bot, at, { file: "gates.yml", inputs: { nonce: "n-42", sha: head } });
  await forge.idle();
  expect((await bot.rest.actions.getWorkflowRun({ ...at, run_id })).data).toMatchObject({
    conclusion: "success",
    display_title: "n-42",
  });
  const {
    data: { artifacts },
  } = await bot.rest.actions.listWorkflowRunArtifacts({ ...at, run_id });
  const [report] = artifacts;
  expect(report?.name).toBe("report-n-42");
  const zip = await bot.rest.actions.downloadArtifact({ ...at, artifact_id: report?.id ?? 0, archive_format: "zip" });
  const lines = Buffer.from(unzipSync(new Uint8Array(zip.data as ArrayBuffer))["lines.txt"] ?? [])
    .toString()
    .trim();
  expect(lines).toBe("2");
  await bot.rest.checks.update({
    ...at,
    check_run_id: check.id,
    conclusion: "success",
    output: { title: "Passed", summary: `${lines} lines` },
  });

  // Merge, while the base moves on: nothing is lost.
  const newer = await commitOn(admin, at, { branch: "main", path: "other.txt", text: "newer on the base\n" });
  const { data: merged } = await bot.rest.pulls.merge({
    ...at,
    pull_number: pull.number,
    sha: head,
    merge_method: "squash",
    commit_title: "One (#1)",
    commit_message: "",
  });
  expect((await bot.rest.git.getCommit({ ...at, commit_sha: merged.sha })).data.parents.map(({ sha }) => sha)).toEqual([
    newer,
  ]);

  // Release.
  const { data: release } = await bot.rest.repos.createRelease({
    ...at,
    tag_name: "v1.0.0",
    target_commitish: merged.sha,
    name: "1.0.0",
    body: "First.",
  });
  expect((await admin.rest.repos.getReleaseByTag({ ...at, tag: "v1.0.0" })).data.id).toBe(release.id);

  const folder = mkdtempSync(join(tmpdir(), "walk-"));
  const url = `${forge.url.replace("http://", `http://x-access-token:${forge.users.read.token}@`)}/${at.owner}/${at.repo}.git`;
  await git(folder, "clone", "--quiet", url, "here");
  const here = join(folder, "here");
  expect((await git(here, "ls-files")).split("\n")).toEqual([
    ".github/workflows/gates.yml",
    "README.md",
    "other.txt",
    "src/one.ts",
  ]);
  expect(readFileSync(join(here, "other.txt"), "utf8")).toBe("newer on the base\n");
  expect(await git(here, "rev-parse", "v1.0.0^{commit}")).toBe(merged.sha);
  expect(await git(here, "log", "-1", "--format=%s")).toBe("One (#1)");
  rmSync(folder, { recursive: true });

  const events = (await local.news()).map(({ event, payload }) => [event, payload.action].filter(Boolean).join("."));
  for (const expected of [
    "installation.created",
    "pull_request.opened",
    "pull_request_review.submitted",
    "check_run.completed",
    "workflow_run.completed",
    "pull_request.closed",
    "release.published",
  ]) {
    expect(events).toContain(expected);
  }
});
