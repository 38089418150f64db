import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CodeIndexEntry, indexEntryPath } from "../../../src/domain/index-entries/code-index-entry.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { byRoute, countRequests } from "../../support/count-requests.js";
import {
  commentWithKey,
  filesOnMain,
  haltedTask,
  postAndAwaitAnswer,
  statuses,
  untilReleased,
} from "../../support/decision-story.js";
import {
  approveProduct,
  fileOf,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import {
  type Answers,
  planOf,
  smoothAnswers,
  sourceOf,
  type ToyTask,
  taskAnswers,
  testFileOf,
  toy,
  toyTask,
} from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const ALPHA = toy("alpha", 1);
const BETA = toy("beta", 2, [ALPHA]);
const GAMMA = toy("gamma", 3, [BETA]);
const TASKS = [toyTask(1, [ALPHA]), toyTask(2, [BETA]), toyTask(3, [GAMMA])] as const;
const [FIRST, SECOND, THIRD] = TASKS;

// Done again they are other modules: a number is never used twice, and the third one's was used by what halted.
const ALPHA_AGAIN = toy("alpha", 4);
const BETA_AGAIN = toy("beta", 5, [ALPHA_AGAIN]);
const GAMMA_AGAIN = toy("gamma", 6, [BETA_AGAIN]);

/** The same task once more, by its second plan: what was withdrawn, or never shipped, is nothing to reuse. */
function again(task: ToyTask, toys: ToyTask["toys"]): Answers {
  const once = { ...task, toys };
  const { [`planner/${task.id}/plan.1`]: _, ...rest } = taskAnswers(once);
  const isThere = (ref: string) => ref >= ALPHA_AGAIN.id;
  const modules = planOf(once).modules.map((module) => ({
    ...module,
    reuse_candidate_refs: module.reuse_candidate_refs.filter(isThere),
    reuse_report: {
      ...module.reuse_report,
      candidates_considered: module.reuse_report.candidates_considered.filter(({ module_ref }) => isThere(module_ref)),
    },
  }));
  return { ...rest, [`planner/${task.id}/plan.2`]: [{ answer: { ...planOf(once), modules } }] };
}

const ANSWERS: Answers = {
  ...smoothAnswers(TASKS),
  [`proposer/${THIRD.id}/${GAMMA.id}.implement.1`]: [{ refuse: "I cannot help with that." }],
};

/** About 78, of which 44 writes, three of them commits of the ids of gate runs, five questions that are put on record before a model hears them; a few looks more where the ends of gate runs come one by one. The goal is 60, of which 30 writes. */
const MOST = { requests: 86, writes: 46 };

const told: { product?: ScriptedProduct; issue?: number; requests?: ReturnType<typeof countRequests> } = {};
const product = () => {
  if (told.product === undefined) throw new Error("the product has not started");
  return told.product;
};
const issue = () => told.issue ?? 0;

beforeAll(async () => {
  told.product = await startScriptedProduct({ answers: ANSWERS });
  told.requests = countRequests(product().forge);
  told.issue = (await approveProduct(product())).issue;
  await haltedTask(product(), THIRD.id);
});
afterAll(() => told.product?.stop());

async function marksOf(issue_number: number) {
  const { gitHub, forge } = product();
  const { data } = await gitHub.rest.issues.get({ ...forge.repo, issue_number });
  const labels = data.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
  return { labels: labels.sort(), assignees: (data.assignees ?? []).map(({ login }) => login) };
}

describe("a task of one module that ships without a hitch", () => {
  it("takes no more of GitHub than it was brought down to", () => {
    // The spec is merged first.
    const counted = told.requests?.betweenMerges(2, 3) ?? [];
    const routes = byRoute(counted).map(([route, times]) => `${times} ${route}`);
    expect(counted.length, routes.join("\n")).toBeLessThanOrEqual(MOST.requests);
    expect(counted.filter(({ isWrite }) => isWrite).length, routes.join("\n")).toBeLessThanOrEqual(MOST.writes);
    expect(counted.length).toBeGreaterThan(MOST.writes);
  });
});

describe("a release of a part", () => {
  it("is refused with the reasons when something in it has not shipped", async () => {
    const answer = await postAndAwaitAnswer(
      product(),
      issue(),
      "/factory release MM-0001@1.0.0 MM-0003@1.0.0 MM-0009@1.0.0",
    );
    expect(answer).toContain("MM-0003@1.0.0");
    expect(answer).toContain("MM-0009@1.0.0 (of no task)");
    expect(answer).not.toContain("MM-0001@1.0.0 (");
  });

  it("is refused by its gates when it leaves out what it needs, with a report and without a tag", async () => {
    await postAndAwaitAnswer(product(), issue(), "/factory release MM-0002@1.0.0");
    const report = await commentWithKey(product(), issue(), "release-refused:");
    expect(report).toContain("dependency check");
    expect(report).toContain("MM-0001@^1.0.0");
    expect(await product().person.releases()).toEqual([]);
    const { data: tags } = await product().gitHub.rest.repos.listTags({ ...product().forge.repo });
    expect(tags).toEqual([]);
  });
});

describe("a shipped task that a person takes back", () => {
  const reverting = { pull: 0 };

  it("is refused where there is nothing to take back", async () => {
    expect(await postAndAwaitAnswer(product(), issue(), `/factory undo ${THIRD.id}`)).toContain("has not shipped");
    expect(await postAndAwaitAnswer(product(), issue(), "/factory undo T-no-such-task-001")).toContain(
      "There is no task",
    );
  });

  it("is refused after a later change of the same lines, with the files and what to do", async () => {
    const { gitHub, forge } = product();
    const at = { ...forge.repo, path: sourceOf(ALPHA) };
    const original = await fileOf(product(), sourceOf(ALPHA), "main");
    const put = async (text: string) => {
      const { data } = await gitHub.rest.repos.getContent(at);
      if (Array.isArray(data) || data.type !== "file") throw new TypeError("a file was expected");
      const content = Buffer.from(text).toString("base64");
      await gitHub.rest.repos.createOrUpdateFileContents({ ...at, message: "By hand", content, sha: data.sha });
    };
    await put(`// mine\n${original}`);
    await postAndAwaitAnswer(product(), issue(), `/factory undo ${FIRST.id}`);
    const refusal = await commentWithKey(product(), issue(), `undo:${FIRST.id}`);
    expect(refusal).toContain(sourceOf(ALPHA));
    expect(refusal).toContain(`/factory undo ${FIRST.id}`);
    await put(original);
    expect((await product().person.state())?.undos).toEqual([]);
  });

  it("comes as a pull request that reverts it and what was built on it, and may change what is sealed", async () => {
    await postAndAwaitAnswer(product(), issue(), `/factory undo ${FIRST.id}`);
    const pull = await until("the revert", () => product().person.pullOf(`factory/undo-${FIRST.id}`));
    reverting.pull = pull.number;
    const { gitHub, forge } = product();
    const { data: files } = await gitHub.rest.pulls.listFiles({ ...forge.repo, pull_number: pull.number });
    expect(files.map(({ filename, status }) => `${status} ${filename}`).sort()).toEqual([
      `modified ${indexEntryPath("MM-0001@1.0.0")}`,
      `modified ${indexEntryPath("MM-0002@1.0.0")}`,
      `removed ${sourceOf(ALPHA)}`,
      `removed ${sourceOf(BETA)}`,
      `removed ${testFileOf(ALPHA)}`,
      `removed ${testFileOf(BETA)}`,
    ]);
    const sealed = await until("the check about seals", async () => {
      const { data } = await gitHub.rest.checks.listForRef({ ...forge.repo, ref: pull.head.sha });
      return data.check_runs.find(({ name, conclusion }) => name === "factory / sealed" && conclusion !== null);
    });
    expect(sealed.conclusion).toBe("success");
    expect(await postAndAwaitAnswer(product(), issue(), "/factory release")).toContain("is being taken back");
  });

  it("waits for a decision once that is merged, with what was built on it blocked behind it", async () => {
    await product().person.merge(reverting.pull);
    const { pull, card } = await haltedTask(product(), FIRST.id);
    expect(pull).toBe(reverting.pull);
    expect(card).toContain("took it back");
    expect(card).toContain("/factory amend-spec");
    const asked = await until("label and assignee", async () => {
      const { labels, assignees } = await marksOf(reverting.pull);
      return assignees.length > 0 ? { labels, assignees } : undefined;
    });
    expect(asked).toEqual({ labels: ["factory:halted", "factory:task"], assignees: [product().person.login] });
    expect(card).toContain(`@${product().person.login}`);
    const left = await until("what was under way to be closed", async () => {
      const pull = await product().person.pullOf(`factory/${THIRD.id}`);
      return pull?.state === "closed" ? pull : undefined;
    });
    expect(left.merged_at).toBeNull();
    const state = await untilState(product(), "the halt", ({ undos }) => undos.length === 1);
    expect(statuses(state)).toEqual({ "001": "HALTED", "002": "BLOCKED", "003": "BLOCKED" });
    expect(await filesOnMain(product(), "src", "test")).toEqual([]);
    for (const ref of ["MM-0001@1.0.0", "MM-0002@1.0.0"]) {
      const path = indexEntryPath(ref);
      const entry = readYaml(path, await fileOf(product(), path, "main"), CodeIndexEntry);
      expect(entry).toMatchObject({ ok: true, value: { status: "WITHDRAWN" } });
    }
    await until("the note about what follows", async () =>
      (await product().person.comments(issue())).some((body) => body.includes(`#${reverting.pull} is merged`)),
    );
  });

  it("cannot be shipped or fixed as it was, because nothing is left of it", async () => {
    const answer = await postAndAwaitAnswer(product(), reverting.pull, "/factory override It was fine.");
    expect(answer).toContain("was taken back");
  });

  it("is done again with everything behind it on a person's word, in paths that no seal keeps closed any more", async () => {
    product().say({
      ...again(FIRST, [ALPHA_AGAIN]),
      ...again(SECOND, [BETA_AGAIN]),
      ...again(THIRD, [GAMMA_AGAIN]),
    });
    expect(await postAndAwaitAnswer(product(), reverting.pull, "/factory retry")).toContain("done again");
    const state = await untilReleased(product()).catch((error: unknown) => {
      throw new Error(
        `asked last: ${product()
          .seen.slice(-4)
          .map(({ question }) => question)
          .join(", ")}`,
        { cause: error },
      );
    });
    expect(statuses(state)).toEqual({ "001": "SHIPPED", "002": "SHIPPED", "003": "SHIPPED" });
    expect(state.undos).toEqual([]);
    expect(await marksOf(reverting.pull)).toEqual({ labels: ["factory:task"], assignees: [] });
    expect(state.project?.tasks[FIRST.id]).toMatchObject({ reopened: 1, module_refs: ["MM-0004@1.0.0"] });
    expect(await filesOnMain(product(), "src")).toEqual([ALPHA, BETA, GAMMA].map(sourceOf));
    const second = await product().person.pullOf(`factory/${FIRST.id}-again-1`);
    expect(second?.merged_at).toEqual(expect.any(String));
    const [release] = await product().person.releases();
    expect(release?.body).toContain("MM-0004@1.0.0");
    expect(release?.body).not.toContain("MM-0001@1.0.0");
  });
});
