import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CI_CHECK, runOwnCi, skipsWorkflows } from "../../support/own-ci.js";
import {
  askQuickly,
  consent,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import { quickTask, taskAnswers, toy } from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const TASK = quickTask([toy("alpha", 1), toy("beta", 2)]);

const world: { product?: ScriptedProduct; issue?: number; pull?: number } = {};

function product(): ScriptedProduct {
  if (world.product === undefined) throw new Error("the product was not started");
  return world.product;
}

const taskPull = async () => {
  const { gitHub, forge } = product();
  return (await gitHub.rest.pulls.get({ ...forge.repo, pull_number: world.pull ?? 0 })).data;
};

const statusSays = (words: RegExp) =>
  until(`the status comment to say ${words}`, async () =>
    (await product().person.comments(world.issue ?? 0)).find((body) => words.test(body)),
  );

/** The state once the branch, complete as it is, has another head than before and has been judged there. */
const untilJudgedAgain = (before: string) =>
  untilState(product(), "the new head to be judged", ({ work }) => {
    const stage = work[TASK.id]?.stage;
    return stage?.stage === "merging" && stage.head !== before;
  });

const commitToMain = (path: string) => {
  const { gitHub, forge } = product();
  const content = Buffer.from("by somebody else\n").toString("base64");
  return gitHub.rest.repos.createOrUpdateFileContents({ ...forge.repo, path, message: `Write ${path}`, content });
};

const parentsOf = async (commit_sha: string) => {
  const { gitHub, forge } = product();
  return (await gitHub.rest.git.getCommit({ ...forge.repo, commit_sha })).data.parents.map(({ sha }) => sha);
};

describe("a task of a repository whose own check must pass, on a branch that is up to date", () => {
  beforeAll(async () => {
    world.product = await startScriptedProduct({ answers: taskAnswers(TASK) });
    await consent(product());
    const { gitHub, forge } = product();
    const required_status_checks = [{ context: CI_CHECK }];
    await gitHub.rest.repos.createRepoRuleset({
      ...forge.repo,
      name: "checks",
      enforcement: "active",
      target: "branch",
      conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
      bypass_actors: [{ actor_id: 5, actor_type: "RepositoryRole", bypass_mode: "always" }],
      rules: [
        {
          type: "required_status_checks",
          parameters: { required_status_checks, strict_required_status_checks_policy: true },
        },
      ],
    });
    world.issue = (await askQuickly(product(), TASK)).issue;
    const merging = await untilState(
      product(),
      "the merge to be due",
      ({ work }) => work[TASK.id]?.stage.stage === "merging",
    );
    world.pull = merging.project?.tasks[TASK.id]?.pull_request ?? 0;
  });
  afterAll(() => world.product?.stop());

  it("waits for the check, and says so", async () => {
    expect(await statusSays(/Required status check|a rule of its base branch is not met/)).toContain(`#${world.pull}`);
    expect((await taskPull()).merged).toBe(false);
  });

  it("lets the workflow run on what is merged, and on nothing that came before its gates", async () => {
    const { gitHub, forge } = product();
    const at = { ...forge.repo, pull_number: world.pull ?? 0, per_page: 100 };
    const { data } = await gitHub.rest.pulls.listCommits(at);
    const [taskFile, ...steps] = data.map(({ commit }) => commit.message);
    expect(skipsWorkflows(taskFile ?? "")).toBe(false);
    expect(steps.filter(skipsWorkflows)).toEqual(steps.slice(0, -1));
  });

  it("is brought up to date when the base has moved on, and judged again", async () => {
    const { head } = await taskPull();
    const { data } = await commitToMain("notes.md");
    await untilState(product(), "the new base to be judged", ({ work }) => {
      const stage = work[TASK.id]?.stage;
      return stage?.stage === "merging" && stage.base === data.commit.sha;
    });
    expect(await runOwnCi(product().forge, head.sha)).toBe(true);
    await untilJudgedAgain(head.sha);
    expect(await parentsOf((await taskPull()).head.sha)).toEqual([head.sha, data.commit.sha]);
  });

  it("takes a head for its own that a person brought up to date", async () => {
    const { gitHub, forge } = product();
    const { head } = await taskPull();
    await commitToMain("more-notes.md");
    await gitHub.rest.pulls.updateBranch({ ...forge.repo, pull_number: world.pull ?? 0 });
    const { project } = await untilJudgedAgain(head.sha);
    expect(project?.tasks[TASK.id]?.status).toBe("IN_PROGRESS");
  });

  it("is merged as soon as the check has passed, though the news comes as the doing of our own bot", async () => {
    expect(await runOwnCi(product().forge, (await taskPull()).head.sha)).toBe(true);
    const { project } = await untilState(
      product(),
      "the task to ship",
      (state) => state.project?.tasks[TASK.id]?.status === "SHIPPED",
    );
    expect(project?.tasks[TASK.id]?.merge_sha).toBe((await taskPull()).merge_commit_sha);
  });

  it("is released by a manifest that is brought up to date, too", async () => {
    const { person, forge } = product();
    const manifest = () => person.pullOf("factory/release");
    const first = await until("the manifest's pull request", manifest);
    const { data } = await commitToMain("last-notes.md");
    // Judged again on the new base, it is written to the branch that stands, which knows nothing of that base.
    const second = await until("the manifest of the new base", async () => {
      const pull = await manifest();
      return pull?.head.sha === first.head.sha ? undefined : pull;
    });
    expect(await parentsOf(second.head.sha)).toEqual([first.head.sha]);
    expect(await runOwnCi(forge, second.head.sha)).toBe(true);
    const joined = await until("the update", async () => {
      const pull = await manifest();
      return pull?.head.sha === second.head.sha ? undefined : pull;
    });
    expect(await parentsOf(joined?.head.sha ?? "")).toEqual([second.head.sha, data.commit.sha]);
    expect(await runOwnCi(forge, joined?.head.sha ?? "")).toBe(true);
    await untilState(product(), "the release", ({ project }) => project?.status === "RELEASED");
  });
});
