import { beforeAll, describe, expect, it } from "vitest";
import { hiddenMarker } from "../../../src/render/marker.js";
import { countPoints } from "../../support/count-points.js";
import { commitOn, useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";

const MANY = 60;
const clock = { now: Date.now() };
const local = useForge({ files: { "SPEC.md": "# Notes\n" }, graphqlRateLimit: 1_000_000 });
const { observe, perform } = useGitHubAdapter(local, () => clock.now);

const branches = Array.from({ length: MANY }, (_, index) => `factory/${index}`);
const started: { points?: ReturnType<typeof countPoints> } = {};
const whole = { commentsSince: "2020-01-01T00:00:00Z", stateBranch: "factory/state", sealing: true } as const;

/** What one observation costs, after what came before it. */
async function cost(asked: Parameters<typeof observe>[0]): Promise<number> {
  started.points?.take();
  await observe({ ...whole, ...asked });
  return started.points?.take() ?? Number.NaN;
}

beforeAll(async () => {
  started.points = countPoints(local.forge);
  await observe();
});

describe("an observation", () => {
  it("costs at most five points for a new product", async () => {
    expect(await cost({ branches: branches.slice(0, 2) })).toBeLessThanOrEqual(5);
  });

  it("costs at most five points after modules have shipped, with other pull requests open", async () => {
    for (const [path, text] of Object.entries(shippedFiles(aShippedContract())))
      await commitOn(await local.bot(), local.at, { branch: "main", path, text });
    for (const branch of branches.slice(0, 3)) await openedPull(local, { branch });
    const asked = { branches: branches.slice(0, 3), shipped: true };
    expect(await cost(asked)).toBeLessThanOrEqual(5);
    expect(await cost(asked)).toBeLessThanOrEqual(3);
  });

  it("costs at most five points however many branches there are, once they are known", async () => {
    for (const branch of branches.slice(3)) await openedPull(local, { branch });
    await observe({ ...whole, branches });
    clock.now += 120_000;
    await observe({ ...whole, branches });
    clock.now += 120_000;
    for (let round = 0; round < 6; round += 1) {
      await observe({ ...whole, branches, shipped: true });
      clock.now += 120_000;
    }
    expect(await cost({ branches, shipped: true })).toBeLessThanOrEqual(5);
  });

  it("of many branches shows what has changed on any of them", async () => {
    const [first = "", last = ""] = [branches[0], branches.at(-1)];
    const bot = await local.bot();
    const { data: pulls } = await bot.rest.pulls.list({ ...local.at, state: "open", per_page: 100 });
    const pullOf = (branch: string) => pulls.find(({ head }) => head.ref === branch);
    await local.as("admin").rest.issues.addLabels({
      ...local.at,
      issue_number: pullOf(first)?.number ?? 0,
      labels: ["seen"],
    });
    const head = pullOf(last)?.head.sha ?? "";
    await perform({
      kind: "keep-check-run",
      key: "gates",
      name: "factory / gates",
      head,
      status: { kind: "completed", conclusion: "success" },
      title: "t",
      summary: "s",
      text: hiddenMarker("x"),
      annotations: [],
      actions: [],
    });
    const { pulls: observed } = await observe({ ...whole, branches, shipped: true });
    expect(observed).toHaveLength(MANY);
    expect(observed.find(({ branch }) => branch === first)?.labels).toContain("seen");
    expect(observed.find(({ branch }) => branch === last)?.checks.map(({ key }) => key)).toEqual(["gates"]);
  });

  it("finds our pull request behind many of a fork's that have the same branch", async () => {
    const bot = await local.bot();
    const { data: fork } = await local.as("stranger").rest.repos.createFork(local.at);
    for (let times = 0; times < 4; times += 1) {
      const at = { owner: fork.owner.login, repo: fork.name };
      const branch = branches[5] ?? "";
      if (times === 0) await commitOn(local.as("stranger"), at, { branch, path: "x", text: "x" });
      const { data } = await local.as("stranger").rest.pulls.create({
        ...local.at,
        head: `${at.owner}:${branch}`,
        base: "main",
        title: "mine",
      });
      await local.as("stranger").rest.pulls.update({ ...local.at, pull_number: data.number, state: "closed" });
    }
    const { pulls } = await observe({ branches: [branches[5] ?? ""] });
    const { data } = await bot.rest.pulls.list({ ...local.at, head: `${local.at.owner}:${branches[5]}` });
    expect(pulls.map(({ number }) => number)).toEqual([data[0]?.number]);
  });
});
