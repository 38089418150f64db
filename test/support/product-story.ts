/** A story from the App's installation to the first task's pull request, and the expected result of every run of it. */
import { readFileSync } from "node:fs";
import type { z } from "zod";
import { EVENTS_PATH, STATE_PATH } from "../../src/domain/gates/state-paths.js";
import { FactoryEvent } from "../../src/engine/event.js";
import { FactoryState } from "../../src/engine/factory-state.js";
import { markerIn } from "../../src/render/marker.js";
import { readYaml } from "../../src/yaml/yaml.js";
import type { FactoryWorld } from "./factory-world.js";
import { until } from "./until.js";

const FIRST_TASK = "T-pillar-1-epic-1-story-1-001";

/** What a test does while the story waits. Where webhooks are lost, it is a sweep. */
export type Nudge = () => Promise<void>;
const nothing: Nudge = async () => {};

/** The content of a file, or undefined when there is none. */
async function fileAt({ as, at }: FactoryWorld, path: string, ref: string): Promise<string | undefined> {
  return as("admin")
    .rest.repos.getContent({ ...at, path, ref, mediaType: { format: "raw" } })
    .then(
      ({ data }) => String(data),
      (error: { status?: number }) => {
        if (error.status === 404) return undefined;
        throw error;
      },
    );
}

function read<S extends z.ZodType>(path: string, text: string, schema: S): z.output<S> {
  const outcome = readYaml(path, text, schema);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

export async function stateNow(world: FactoryWorld): Promise<FactoryState | undefined> {
  const text = await fileAt(world, STATE_PATH, "factory/state");
  return text === undefined ? undefined : read(STATE_PATH, text, FactoryState);
}

/** The steps of the story, in order. */
export type Opened = { readonly issue: number; readonly spec: number };

/** A person installs the App and merges its set-up. Now the App may work. */
export async function consent(
  world: FactoryWorld,
  nudge: Nudge = nothing,
  reached: (step: string) => void = () => {},
): Promise<void> {
  const { as, at } = world;
  const proposed = { ...at, head: `${at.owner}:factory/setup`, state: "all" } as const;
  await nudge();
  world.install();
  const setup = await until(
    "the set-up pull request",
    async () => (await as("admin").rest.pulls.list(proposed)).data[0],
    nudge,
  );
  reached("set-up proposed");
  await nudge();
  await until("merging the set-up", () => merged(world, setup.number));
}

export async function runStory(
  world: FactoryWorld,
  nudge: Nudge = nothing,
  reached: (step: string) => void = () => {},
): Promise<Opened> {
  const { as, at } = world;
  const admin = as("admin");
  await consent(world, nudge, reached);
  await admin.rest.repos.createOrUpdateFileContents({
    ...at,
    path: "SPEC.md",
    message: "Say what is wanted",
    content: readFileSync(new URL("../../fixtures/demo/SPEC.md", import.meta.url)).toString("base64"),
  });
  const { data: issue } = await admin.rest.issues.create({ ...at, title: "Build it", labels: ["factory"] });

  const shown = (round: number) => async () => {
    const product = (await stateNow(world))?.product;
    if (product?.phase !== "awaiting-approval" || product.round.number !== round) return undefined;
    // GitHub's timestamps are whole seconds. An answer in the same second as the spec would not count for that spec.
    if (Math.floor(Date.now() / 1000) * 1000 <= Date.parse(product.shown_at)) return undefined;
    return product.pull_request ?? undefined;
  };
  const spec = await until("the spec", shown(1), nudge);
  reached("spec shown");
  const say = async (body: string) => {
    await nudge();
    await admin.rest.issues.createComment({ ...at, issue_number: spec, body });
  };
  await say("/factory amend TSK-002 should find notes by a word");
  await until("the amended spec", shown(2), nudge);
  reached("spec amended");
  await say("/factory approve");
  await until(
    "the first task's work",
    async () => (await stateNow(world))?.work[FIRST_TASK]?.stage.stage === "planning",
    nudge,
  );
  await until("quiet", () => allCommentsPosted(world, issue.number), nudge);
  reached("first task in work");
  return { issue: issue.number, spec };
}

/** The App has posted all comments of the story and only waits. */
async function allCommentsPosted({ as, at }: FactoryWorld, issue_number: number): Promise<boolean> {
  const { data: comments } = await as("read").rest.issues.listComments({ ...at, issue_number });
  const status = comments.find(({ body }) => markerIn(body ?? "") === "status");
  const { data: pulls } = await as("read").rest.pulls.list({ ...at, head: `${at.owner}:factory/${FIRST_TASK}` });
  const { data: said } = await as("read").rest.issues.listCommentsForRepo({ ...at, per_page: 100 });
  const answers = said.filter(({ body }) => markerIn(body ?? "")?.startsWith("answer:") === true);
  return answers.length >= 2 && pulls[0] !== undefined && status?.body?.includes(`#${pulls[0].number}`) === true;
}

async function merged({ as, at }: FactoryWorld, pull_number: number): Promise<boolean> {
  return as("admin")
    .rest.pulls.merge({ ...at, pull_number, merge_method: "squash" })
    .then(
      () => true,
      () => false, // GitHub may still be computing whether it can be
    );
}

/**
 * The content of GitHub and the state branch without what differs in every run: timestamps, SHAs and ids of comments.
 */
export async function outcomeOf(world: FactoryWorld) {
  const { as, at } = world;
  const reader = as("admin");
  const { data: branches } = await reader.rest.repos.listBranches({ ...at, per_page: 100 });
  const { data: pulls } = await reader.rest.pulls.list({ ...at, state: "all", per_page: 100 });
  const { data: comments } = await reader.rest.issues.listCommentsForRepo({ ...at, per_page: 100 });
  const messages = async (branch: string) =>
    (await reader.rest.repos.listCommits({ ...at, sha: branch, per_page: 100 })).data.map(({ commit }) =>
      masked(commit.message),
    );
  const names = branches.map(({ name }) => name).sort();
  const commits: Record<string, string[]> = {};
  for (const name of names.filter((name) => name !== "factory/state")) commits[name] = await messages(name);
  return {
    branches: names,
    commits,
    pulls: pulls
      .map(({ number, head, state, merged_at, title }) => ({
        number,
        branch: head.ref,
        state,
        merged: merged_at !== null,
        title,
      }))
      .sort((a, b) => a.number - b.number),
    comments: comments
      .map(({ user, issue_url, body }) => [user?.login, issue_url.split("/").at(-1), marker(body ?? "")].join(" "))
      .sort(),
    events: (await eventsOf(world)).sort(),
    state: essence(await stateNow(world)),
  };
}

/** The key of an answer contains the id of its comment, which differs in every run. */
function marker(body: string): string {
  return (markerIn(body) ?? body).replace(/\d{2,}/g, "<id>");
}

/**
 * Every event of the history, by its description. Reading comments and cleaning up are left out, because their order
 * varies.
 */
async function eventsOf({ as, at, ...world }: FactoryWorld): Promise<string[]> {
  const list = "GET /repos/{owner}/{repo}/commits";
  const commits = await as("admin").paginate(list, { ...at, sha: "factory/state", per_page: 100 });
  const kinds: string[] = [];
  for (const { sha } of commits) {
    const text = await fileAt({ as, at, ...world }, EVENTS_PATH, sha);
    for (const event of read(EVENTS_PATH, text ?? "", FactoryEvent.array())) {
      if (event.kind === "said" || (event.kind === "comment-read" && event.answer === null)) continue;
      if (event.kind.startsWith("baseline-")) continue; // goes beside the story, at the runner's pace
      if (event.kind === "calls-charged") continue; // an answer that came to nothing was paid, too
      if (event.kind === "question-asked") continue; // again where its asker died, and the last one may not be put yet
      if (event.kind === "gate-runs-started") continue; // a run that ends before anybody saw it start has none
      kinds.push("event" in event ? `${event.kind} ${event.event.kind}` : event.kind);
    }
  }
  return kinds;
}

function essence(state: FactoryState | undefined) {
  if (state === undefined) throw new Error("there is no state");
  const { inbox: _inbox, spent: _spent, under_way: _, baseline: _baseline, started_runs: _runs, ...rest } = state;
  return JSON.parse(masked(JSON.stringify(rest)));
}

function masked(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<instant>")
    .replace(/\b[0-9a-f]{40}\b/g, "<sha>")
    .replace(/setup-[0-9a-f]{16}/g, "setup-<key>"); // of files that name this forge's address
}
