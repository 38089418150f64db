import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MERGE_QUEUE_RULE } from "../../support/merge-queue-rule.js";
import { quickGates } from "../../support/quick-gates.js";
import {
  askQuickly,
  consent,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import { quickTask, taskAnswers, toy } from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const CHECK = "ci";
const TASK = quickTask([toy("alpha", 1)]);

const world: { product?: ScriptedProduct; issue?: number; pull?: number } = {};

function product(): ScriptedProduct {
  if (world.product === undefined) throw new Error("the product was not started");
  return world.product;
}

const report = (sha: string, state: "success" | "failure") =>
  product().gitHub.rest.repos.createCommitStatus({ ...product().forge.repo, sha, state, context: CHECK });

/** The branch on which the queue tries the task's pull request out. */
const group = () =>
  until("the queue's branch", async () => {
    const { gitHub, forge } = product();
    const ref = `heads/gh-readonly-queue/main/pr-${world.pull}-`;
    return (await gitHub.rest.git.listMatchingRefs({ ...forge.repo, ref })).data[0];
  });

const statusSays = (words: RegExp) =>
  until(`the status comment to say ${words}`, async () =>
    (await product().person.comments(world.issue ?? 0)).find((body) => words.test(body)),
  );

const commitToMain = (path: string) => {
  const { gitHub, forge } = product();
  const content = Buffer.from("by somebody else\n").toString("base64");
  return gitHub.rest.repos.createOrUpdateFileContents({ ...forge.repo, path, message: `Write ${path}`, content });
};

describe("a task of a repository whose base is merged into by a queue", () => {
  beforeAll(async () => {
    world.product = await startScriptedProduct({
      answers: taskAnswers(TASK),
      performRun: quickGates(async ({ run_type, head_sha }) => {
        // The repository's own workflow, which runs beside gate 3.
        if (run_type === "INTEGRITY") await report(head_sha, "success");
        return [];
      }),
    });
    await consent(product());
    const { gitHub, forge } = product();
    await gitHub.rest.repos.createRepoRuleset({
      ...forge.repo,
      name: "queue",
      enforcement: "active",
      target: "branch",
      conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
      // An administrator may still commit to the base: that is how it moves on here.
      bypass_actors: [{ actor_id: 5, actor_type: "RepositoryRole", bypass_mode: "always" }],
      rules: [
        MERGE_QUEUE_RULE,
        {
          type: "required_status_checks",
          parameters: { required_status_checks: [{ context: CHECK }], strict_required_status_checks_policy: false },
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

  it("is put into the queue, and says that it waits there", async () => {
    const { object } = await group();
    expect(await statusSays(/it waits in the merge queue/)).toContain(`#${world.pull}`);
    const { project } = await untilState(product(), "a state", () => true);
    expect(project?.tasks[TASK.id]?.status).toBe("IN_PROGRESS");
    await report(object.sha, "failure");
  });

  it("waits for a person after the queue threw it out, and says why", async () => {
    expect(await statusSays(/you: .*the merge queue took it out, because of CI.*FAILURE/)).toBeDefined();
    await product().forge.idle();
    const { gitHub, forge } = product();
    const ref = "heads/gh-readonly-queue/";
    expect((await gitHub.rest.git.listMatchingRefs({ ...forge.repo, ref })).data).toEqual([]);
  });

  it("is judged and queued again when the base has moved on, and ships as the queue merged it", async () => {
    const { gitHub, forge } = product();
    // Whole seconds: what was judged in the second of the removal counts as judged before it.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await commitToMain("notes.md");
    const { object } = await group();
    await report(object.sha, "success");
    const { project } = await untilState(
      product(),
      "the task to ship",
      (state) => state.project?.tasks[TASK.id]?.status === "SHIPPED",
    );
    expect(project?.tasks[TASK.id]).toMatchObject({ merge_sha: object.sha });
    const { data: main } = await gitHub.rest.repos.getBranch({ ...forge.repo, branch: "main" });
    const { data: merged } = await gitHub.rest.pulls.get({ ...forge.repo, pull_number: world.pull ?? 0 });
    expect(merged).toMatchObject({ merged: true, merge_commit_sha: object.sha });
    expect(merged.merged_by?.login).toBe("github-merge-queue[bot]");
    const { data: tree } = await gitHub.rest.git.getTree({ ...forge.repo, tree_sha: main.commit.sha, recursive: "1" });
    const paths = tree.tree.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["notes.md", "src/alpha.js", "test/alpha.test.js"]));
  });
});
