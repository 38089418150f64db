import { Octokit } from "@octokit/rest";
import { afterAll, describe, expect, it } from "vitest";
import {
  commentWithKey,
  filesOnMain,
  postAndAwaitAnswer,
  statuses,
  untilReleased,
  withYaml,
} from "../../support/decision-story.js";
import { quickGates } from "../../support/quick-gates.js";
import {
  approveProduct,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import { APPROVAL, passing, revised, smoothAnswers, sourceOf, toy, toyTask } from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const ALPHA = toy("alpha", 1);
const TASKS = [toyTask(1, [ALPHA]), toyTask(2, [toy("beta", 2)]), toyTask(3, [toy("gamma", 3)])];
const [FIRST, SECOND, THIRD] = TASKS.map(({ id }) => id);

const of = (role: string, activity: string, attempt: number) => `${role}/${FIRST}/${ALPHA.id}.${activity}.${attempt}`;
const ANSWERS = {
  ...smoothAnswers(TASKS),
  [of("proposer", "revise", 1)]: revised(ALPHA, "as a reader of it asked"),
  [of("challenger", "challenge", 2)]: [{ answer: passing(ALPHA) }],
  [of("arbiter", "adjudicate", 2)]: [{ answer: APPROVAL }],
};

const running: { product?: ScriptedProduct; pull?: number; thread?: number } = {};
afterAll(() => running.product?.stop());

/** Red gates end when this has been called, so that a review is there before anything is judged. */
let endRed = () => {};
const redMayEnd = new Promise<void>((resolve) => {
  endRed = resolve;
});
const patientGates = quickGates(async ({ run_type }) => {
  if (run_type === "CONTRACT") await redMayEnd;
  return [];
});

async function review(product: ScriptedProduct) {
  const { gitHub, forge } = product;
  const { number, head } = await until("the pull request", () => product.person.pullOf(`factory/${FIRST}`));
  const at = { ...forge.repo, pull_number: number };
  const { data: files } = await gitHub.rest.pulls.listFiles(at);
  const place = { path: files[0]?.filename ?? "", line: 1 };
  const comments = [{ ...place, body: "Say who asked for it." }];
  await gitHub.rest.pulls.createReview({ ...at, event: "COMMENT", body: "Keep it short, too.", comments });
  const stranger = new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: forge.users.read.token });
  await stranger.rest.pulls.createReviewComment({ ...at, ...place, commit_id: head.sha, body: "Make it a game." });
  const { data: written } = await gitHub.rest.pulls.listReviewComments(at);
  return { pull: number, thread: written[0]?.id ?? 0 };
}

describe("a budget that is nearly used up", () => {
  it("asks before anything more is spent; fewer tasks are agreed, and those are released", async () => {
    const product = await startScriptedProduct({ answers: ANSWERS, performRun: patientGates });
    running.product = product;
    const { issue } = await approveProduct(product, "budgets:\n  warn_usd: 0.001\n  hard_usd: 50");
    const card = await commentWithKey(product, issue, "checkpoint:");
    expect(card).toContain("/factory continue");
    expect(card).toContain("/factory abort");
    const open = await untilState(product, "the checkpoint", ({ checkpoint }) => checkpoint.open !== null);
    expect(open.checkpoint.open?.triggers).toEqual(["budget-warning"]);
    await product.forge.idle();
    const askedBefore = product.seen.length;

    const add = withYaml("/factory adjust", `- {drop: ${THIRD}, reason: Too dear.}`, "- {add: A fourth task}");
    expect(await postAndAwaitAnswer(product, issue, add)).toMatch(/adds no tasks/);
    const left = withYaml("/factory adjust", `- {drop: ${SECOND}, reason: Too dear.}`);
    expect(await postAndAwaitAnswer(product, issue, left)).toContain(`${THIRD} depends on ${SECOND}`);
    expect(product.seen.length).toBe(askedBefore);

    const fewer = withYaml(
      "/factory adjust",
      `- {drop: ${SECOND}, reason: Too dear.}`,
      `- {drop: ${THIRD}, reason: Too dear.}`,
    );
    expect(await postAndAwaitAnswer(product, issue, fewer)).toContain("The plan is adjusted.");
    Object.assign(running, await review(product));
    endRed();
    const state = await untilReleased(product);
    expect(statuses(state)).toEqual({ "001": "SHIPPED", "002": "ABANDONED", "003": "ABANDONED" });
    expect(state.project?.tasks[FIRST ?? ""]?.module_refs).toEqual(["MM-0001@1.0.0"]);
    expect(await filesOnMain(product, "src")).toEqual([sourceOf(ALPHA)]);
    expect((await product.person.releases()).map(({ body }) => body)).toEqual([
      expect.stringContaining("MM-0001@1.0.0"),
    ]);
  });

  it("ships what a reviewer had revised, and answers the review where it was written", async () => {
    const { product, pull = 0, thread } = running;
    if (product === undefined) throw new Error("the product has not started");
    const given = product.seen.filter(({ question }) => question === of("proposer", "revise", 1));
    const words = JSON.stringify(given.map(({ body }) => body));
    expect(words).toContain("Say who asked for it.");
    expect(words).toContain("Keep it short, too.");
    expect(words).not.toContain("Make it a game.");
    const { gitHub, forge } = product;
    const { data: written } = await gitHub.rest.pulls.listReviewComments({ ...forge.repo, pull_number: pull });
    const replies = written.filter(({ in_reply_to_id }) => in_reply_to_id === thread);
    expect(replies.map(({ user }) => user?.login)).toEqual([`${forge.app.slug}[bot]`]);
    const [, commit = ""] = /Taken up in ([0-9a-f]{40})/.exec(replies[0]?.body ?? "") ?? [];
    const { data: taken } = await gitHub.rest.git.getCommit({ ...forge.repo, commit_sha: commit });
    expect(taken.message).toContain(ALPHA.id);
    const said = (await product.person.comments(pull)).filter((body) => body.includes("Taken up in"));
    expect(said).toEqual([expect.stringContaining(`${forge.users.admin.login} in a review`)]);
  });
});
