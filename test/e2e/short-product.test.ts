/**
 * One short product from its SPEC.md over one task to its release, on the local GitHub: what it leaves, and what app.yml asks for,
 * held against what the product asks of GitHub and hears from it.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appManifest } from "../../src/sandbox/app-manifest.js";
import { afterTheSecond } from "../../src/sandbox/demo/person.js";
import { actingAs } from "../../src/sandbox/forge/context.js";
import type { PermissionNeed } from "../../src/sandbox/forge/http/interceptors.js";
import { findAccount, findRepository } from "../../src/sandbox/forge/lookup.js";
import { publish } from "../../src/sandbox/forge/webhooks/events.js";
import { affectedRepository } from "../../src/server/webhooks/affected-repository.js";
import { pressedButton } from "../../src/server/webhooks/pressed-button.js";
import { postAndAwaitAnswer, untilReleased } from "../support/decision-story.js";
import { doneTwice } from "../support/done-twice.js";
import { consent, fileOf, type ScriptedProduct, startProductWorld } from "../support/scripted-product.js";
import { startAppHere } from "../support/start-app-here.js";
import { smoothAnswers, sourceOf, toy, toyTask } from "../support/toy-modules.js";
import { until } from "../support/until.js";

const ALPHA = toy("alpha", 1);
const TASK = toyTask(1, [ALPHA]);
const { permissions: GRANTED, events: SUBSCRIBED } = appManifest();

/** GitHub subscribes an App to an event only with the permission that shows what it is about. */
const EVENT_NEEDS: Readonly<Record<string, string>> = { merge_group: "merge_queues" };

const told: { product?: ScriptedProduct; left?: Left; stopApp?: () => Promise<void> } = {};
const needs: PermissionNeed[] = [];
const heard = new Set<string>();

const levels = ["read", "write"];
const isGranted = (need: string) => {
  const [name = "", level = ""] = need.split(":");
  return levels.indexOf(GRANTED[name] ?? "") >= levels.indexOf(level);
};

beforeAll(async () => {
  const product = await startProductWorld({ answers: smoothAnswers([TASK]) });
  told.product = product;
  const { forge, person, gitHub } = product;
  forge.intercept({ permissionNeeded: (need) => void needs.push(need) });
  const app = await startAppHere(await product.variables());
  told.stopApp = app.stop;
  forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
  await consent(product);
  const issue = await person.ask("Build wrappers");
  const spec = await until("the spec's pull request", () => person.pullOf("factory/spec"));
  await afterTheSecond();
  await gitHub.rest.pulls.createReview({ ...forge.repo, pull_number: spec.number, event: "APPROVE" });
  await untilReleased(product);
  await until("the last word", async () => (await person.comments(issue)).some((body) => body.includes("## Released")));
  told.left = await leftBy(product);
  await postAndAwaitAnswer(product, issue, "/factory status");
  await lookAtTask(product);
  await bySomebodyElse(product);
  await forge.idle();
  const own = `${forge.app.slug}[bot]`;
  for (const { event, body } of forge.hub.state.deliveries.values()) {
    const payload: unknown = JSON.parse(body);
    if (affectedRepository(payload, own) !== null || pressedButton(payload) !== null) heard.add(event);
  }
});

afterAll(async () => {
  await told.stopApp?.();
  await told.product?.stop();
});

type Left = Awaited<ReturnType<typeof leftBy>>;

/** What everybody can see of the product when it is released. */
async function leftBy(product: ScriptedProduct) {
  const { forge, gitHub, person } = product;
  const { data: pulls } = await gitHub.rest.pulls.list({ ...forge.repo, state: "all", direction: "asc" });
  const { data: commits } = await gitHub.rest.repos.listCommits({ ...forge.repo, sha: "main" });
  const repository = findRepository(forge.hub.state, forge.repo.owner, forge.repo.repo);
  if (repository === undefined) throw new Error("the forge has lost its repository");
  return {
    pulls: pulls.map(({ head, merged_at }) => ({ branch: head.ref, isMerged: merged_at !== null })),
    source: await fileOf(product, sourceOf(ALPHA), "main"),
    task: commits.filter(({ commit }) => commit.message.startsWith(`factory: ${TASK.id} - `)).length,
    releases: (await person.releases()).map(({ tag_name, draft }) => ({ tag_name, draft })),
    twice: await doneTwice(product, repository),
  };
}

/** A person writes on a line of the task's pull request, and asks for one of its checks again, then for all of them. */
async function lookAtTask({ forge, gitHub, person }: ScriptedProduct): Promise<void> {
  const pull = (await person.pullOf(`factory/${TASK.id}`))?.number ?? 0;
  const { data } = await gitHub.rest.pulls.get({ ...forge.repo, pull_number: pull });
  const { sha } = data.head;
  await gitHub.rest.pulls.createReviewComment({
    ...forge.repo,
    pull_number: pull,
    commit_id: sha,
    path: sourceOf(ALPHA),
    line: 1,
    body: "Say what it is for.",
  });
  const checks = await gitHub.rest.checks.listForRef({ ...forge.repo, ref: sha });
  const [check] = checks.data.check_runs;
  await gitHub.rest.checks.rerequestRun({ ...forge.repo, check_run_id: check?.id ?? 0 });
  await gitHub.rest.checks.rerequestSuite({ ...forge.repo, check_suite_id: check?.check_suite?.id ?? 0 });
}

/** What a merge queue and a rename say. The forge has no queue, so its word is made up and delivered as GitHub would. */
async function bySomebodyElse({ forge, gitHub }: ScriptedProduct): Promise<void> {
  const { hub, repo, users } = forge;
  const repository = findRepository(hub.state, repo.owner, repo.repo);
  const user = findAccount(hub.state, users.admin.login);
  if (repository === undefined || user === undefined) throw new Error("the forge has lost its repository or its admin");
  const acting = actingAs({ kind: "user", user, scopes: [] }, Promise.resolve());
  const payload = () => ({ merge_group: { head_ref: "refs/heads/gh-readonly-queue/main/pr-7" } });
  await publish(hub, acting, { name: "merge_group", action: "checks_requested", repository, payload });
  await gitHub.rest.repos.update({ ...repo, name: "wrappers" });
}

const ours = () => needs.filter(({ kind }) => kind === "installation");

describe("a short product", () => {
  it("goes from its spec over its task to a release, by pull requests that are merged, and does nothing twice", () => {
    expect(told.left).toEqual({
      pulls: [
        { branch: "factory/setup", isMerged: true },
        { branch: expect.stringMatching(/^factory\/spec-\d+$/), isMerged: true },
        { branch: `factory/${TASK.id}`, isMerged: true },
        { branch: expect.stringMatching(/^factory\/release/), isMerged: true },
      ],
      source: expect.stringContaining("alpha"),
      task: 1,
      releases: [{ tag_name: "v1.0.0", draft: false }],
      twice: [],
    });
  });
});

describe("app.yml", () => {
  it("grants everything that is asked for, and no token is too narrow for what it is used for", () => {
    expect(ours().length).toBeGreaterThan(100);
    expect(ours().filter(({ granted }) => !granted)).toEqual([]);
  });

  it("asks for no permission and no level without which a product could be made", () => {
    // Where one of several would do, none of them is needed.
    const needed = new Set(
      ours().flatMap(({ anyOf }) => {
        const possible = anyOf.filter(isGranted);
        return possible.length === 1 ? possible : [];
      }),
    );
    for (const event of heard) {
      const permission = EVENT_NEEDS[event];
      if (permission !== undefined) needed.add(`${permission}:read`);
    }
    const asked = Object.entries(GRANTED).map(([name, level]) => `${name}:${level}`);
    expect(asked.filter((permission) => !needed.has(permission))).toEqual([]);
  });

  it("subscribes to no event that says nothing to a product: each was heard, and taken for a hint", () => {
    expect([...heard].sort()).toEqual([...SUBSCRIBED].sort());
  });
});
