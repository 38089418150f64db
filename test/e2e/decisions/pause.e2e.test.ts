import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { markerIn } from "../../../src/render/marker.js";
import { afterTheSecond } from "../../../src/sandbox/demo/person.js";
import type { InterceptedRequest } from "../../../src/sandbox/forge/http/interceptors.js";
import { untilReleased } from "../../support/decision-story.js";
import { quickGates } from "../../support/quick-gates.js";
import {
  askQuickly,
  consent,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import { quickTask, smoothAnswers, toy } from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const ALPHA = toy("alpha", 1);
const TASK = quickTask([ALPHA]);
const ISSUE = 2;
/** Longer than a reconcile, so that whatever were still owed would have been done. */
const QUIET_MS = 2_000;

/** What is going on when somebody says pause. */
type Moment = "a model call" | "a gate run" | "a merge" | "a release";

const running: { product?: ScriptedProduct } = {};
afterAll(() => running.product?.stop());
const passed = new Set<Moment>();

/** Everything that anybody can see of the product, beside the state and what is said in the issue. */
async function visible({ gitHub, forge }: ScriptedProduct) {
  const { repo } = forge;
  const { data: refs } = await gitHub.rest.git.listMatchingRefs({ ...repo, ref: "" });
  const { data: pulls } = await gitHub.rest.pulls.list({ ...repo, state: "all" });
  const seen = await Promise.all(
    pulls.map(async ({ number, head, state, labels, assignees, merged_at }) => ({
      number,
      state,
      merged_at,
      labels: labels.map(({ name }) => name),
      assignees: (assignees ?? []).map(({ login }) => login),
      comments: (await gitHub.rest.issues.listComments({ ...repo, issue_number: number })).data.map(({ body }) => body),
      reviews: (await gitHub.rest.pulls.listReviews({ ...repo, pull_number: number })).data.map(({ body }) => body),
      checks: (await gitHub.rest.checks.listForRef({ ...repo, ref: head.sha })).data.check_runs.map(
        ({ name, status, conclusion, output }) => ({ name, status, conclusion, title: output.title }),
      ),
    })),
  );
  const { data: runs } = await gitHub.rest.actions.listWorkflowRunsForRepo(repo);
  return {
    refs: refs.filter(({ ref }) => ref !== "refs/heads/factory/state").map(({ ref, object }) => `${ref} ${object.sha}`),
    seen,
    runs: runs.total_count,
    releases: (await gitHub.rest.repos.listReleases(repo)).data.map(({ name }) => name),
  };
}

const leaks: string[] = [];

/** Says pause in the middle of something, and resumes when it was seen that nothing comes of what has ended meanwhile. */
async function pauseDuring(moment: Moment): Promise<void> {
  const { product } = running;
  if (product === undefined || passed.has(moment)) return;
  passed.add(moment);
  const { data } = await product.person.comment(ISSUE, "/factory pause");
  const paused = untilState(product, `the pause during ${moment}`, ({ project }) => project?.status === "PAUSED");
  const acknowledged = paused.then(() =>
    until("its acknowledgement", async () =>
      (await product.person.comments(ISSUE)).some((body) => markerIn(body) === `answer:${data.id}`),
    ),
  );
  acknowledged.then(() => stayPaused(product, moment)).catch((error: unknown) => leaks.push(`${moment}: ${error}`));
  // Whoever merges is the loop itself, which hears nothing before it has done so.
  if (moment === "a model call" || moment === "a gate run") await acknowledged;
}

async function stayPaused(product: ScriptedProduct, moment: Moment): Promise<void> {
  await product.forge.idle();
  const before = await visible(product);
  const asked = product.seen.length;
  await sleep(QUIET_MS);
  expect(await visible(product)).toEqual(before);
  expect(product.seen.length).toBe(asked);
  if (moment === "a release") expect(before.releases).toEqual([]);
  await afterTheSecond();
  await product.person.comment(ISSUE, "/factory resume");
}

const isOurMerge = ({ method, path, headers }: InterceptedRequest) =>
  method === "PUT" && /\/pulls\/\d+\/merge$/.test(path) && /\bghs_/.test(headers.authorization ?? "");

it("a pause stops in the middle of whatever is going on, writes and asks nothing more, and goes on where it was", async () => {
  const product = await startScriptedProduct({
    answers: smoothAnswers([TASK]),
    meanwhile: async (question) => {
      if (question.includes(".implement.")) await pauseDuring("a model call");
    },
    performRun: quickGates(async ({ run_type }) => {
      if (run_type === "EXECUTION") await pauseDuring("a gate run");
      return [];
    }),
  });
  running.product = product;
  product.forge.intercept({
    afterRequest: async (request) => {
      if (isOurMerge(request)) await pauseDuring(passed.has("a merge") ? "a release" : "a merge");
      return { kind: "pass" };
    },
  });
  await consent(product);
  await askQuickly(product, TASK);
  const state = await untilReleased(product);
  expect(leaks).toEqual([]);
  expect([...passed]).toEqual(["a model call", "a gate run", "a merge", "a release"]);
  expect(Object.values(state.project?.tasks ?? {}).map(({ status }) => status)).toEqual(["SHIPPED"]);
  expect(await product.person.releases()).toHaveLength(1);
  // What was cut off is asked again, from its beginning.
  expect(product.seen.filter(({ question }) => question.includes(".implement.")).length).toBeGreaterThan(1);
});
