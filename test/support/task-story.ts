/** One task from its issue to its release, and the expected result of every run, however often it was interrupted. */
import { Octokit } from "@octokit/rest";
import { EVENTS_PATH } from "../../src/domain/gates/state-paths.js";
import { FactoryEvent } from "../../src/engine/event.js";
import { markerIn } from "../../src/render/marker.js";
import { readYaml } from "../../src/yaml/yaml.js";
import type { FactoryWorld } from "./factory-world.js";
import { outcomeOf } from "./product-story.js";
import {
  askQuickly,
  consent,
  fileOf,
  type ScriptedProduct,
  startProductWorld,
  untilState,
} from "./scripted-product.js";
import {
  AMENDMENT,
  type Answers,
  amended,
  failing,
  passing,
  quickTask,
  revised,
  type Toy,
  type ToyTask,
  taskAnswers,
  toy,
} from "./toy-modules.js";
import { until } from "./until.js";

/** The App counts a question at its highest cost when it is killed before the answer. Some stories kill it often. */
const AMPLE = "budgets: { warn_usd: 1000, hard_usd: 1000, per_task_usd: 1000 }";

const ALPHA = toy("alpha", 1);
const BETA = toy("beta", 2, [ALPHA]);

/** A task and all answers about it. */
type TaskStory = { readonly task: ToyTask; readonly answers: Answers };

/** The challenger finds a defect in one module, and the module is revised. */
function withDefectIn(module: Toy, task: ToyTask): Answers {
  return {
    [`challenger/${task.id}/${module.id}.challenge.1`]: [
      { answer: failing(module, { invariant: "an empty text is decided by a clause" }) },
    ],
    [`proposer/${task.id}/${module.id}.revise.1`]: revised(module, "an empty text stays empty"),
    [`challenger/${task.id}/${module.id}.challenge.2`]: [{ answer: passing(module) }],
  };
}

const SMALL = quickTask([ALPHA]);
/** One module with one revision. */
const ONE_MODULE: TaskStory = {
  task: SMALL,
  answers: { ...taskAnswers(SMALL), ...withDefectIn(ALPHA, SMALL) },
};

const LARGER = quickTask([ALPHA, BETA]);
/** Two modules, the second built on the first. The first is revised, the second is approved with an amendment. */
export const TWO_MODULES: TaskStory = {
  task: LARGER,
  answers: {
    ...taskAnswers(LARGER),
    ...withDefectIn(ALPHA, LARGER),
    [`arbiter/${LARGER.id}/${BETA.id}.adjudicate.1`]: [{ answer: AMENDMENT }],
    [`proposer/${LARGER.id}/${BETA.id}.amend.1`]: amended(BETA, { applied: true }),
  },
};

/** An App in this world that dies when the test wants it to. */
export type PlayingApp = { up(): Promise<void>; stop(): Promise<void> };
export type LeftBehind = Awaited<ReturnType<typeof leftBehind>>;

/** Runs the story in its own world. `meanwhile` runs at the end, before anything is compared. */
export async function runTask<A extends PlayingApp>(
  start: (world: FactoryWorld) => Promise<A>,
  meanwhile: (world: FactoryWorld, app: A) => Promise<void> = async () => {},
  { task, answers }: TaskStory = ONE_MODULE,
): Promise<{ readonly left: LeftBehind; readonly app: A }> {
  const product = await startProductWorld({ answers });
  const world = worldOf(product);
  const app = await start(world);
  try {
    await consent(product, AMPLE);
    await app.up();
    const { issue } = await askQuickly(product, task);
    await untilState(product, "the release", ({ project }) => project?.status === "RELEASED");
    await until("the last word", async () =>
      (await product.person.comments(issue)).some((body) => body.includes("## Released")),
    );
    await meanwhile(world, app);
    await product.forge.idle();
    return { left: await leftBehind(product), app };
  } finally {
    await app.stop();
    await product.stop();
  }
}

function worldOf({ forge, variables, stop }: ScriptedProduct): FactoryWorld {
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  return {
    forge,
    model: { url: "", asked: [], close: async () => {} },
    at: forge.repo,
    as: (person) => new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: forge.users[person].token, log: quiet }),
    install: () => {},
    variables,
    stop,
  };
}

/** The final content of GitHub and the state branch. Values that differ in every run are masked. */
async function leftBehind(product: ScriptedProduct) {
  const outcome = await outcomeOf(worldOf(product));
  const { gitHub, forge } = product;
  const reviews: string[] = [];
  const checks: string[] = [];
  for (const { number } of outcome.pulls) {
    const { data } = await gitHub.rest.pulls.listReviews({ ...forge.repo, pull_number: number, per_page: 100 });
    reviews.push(...data.map(({ body }) => `#${number} ${markerIn(body)}`));
    const { data: pull } = await gitHub.rest.pulls.get({ ...forge.repo, pull_number: number });
    const { data: runs } = await gitHub.rest.checks.listForRef({ ...forge.repo, ref: pull.head.sha, per_page: 100 });
    // Check runs of the set-up's doctor and of the seal check appear at their own pace.
    const own = runs.check_runs.filter(({ name }) => /^factory \/ (?:gates|\d)/.test(name));
    checks.push(...own.map(({ name, conclusion }) => `#${number} ${name}: ${conclusion}`));
  }
  const releases = (await product.person.releases()).map(({ tag_name, name }) => `${tag_name} ${name}`);
  return {
    outcome: masked({ ...outcome, reviews: reviews.sort(), checks: checks.sort(), releases }),
    answered: await answeredIn(product),
  };
}

/** Nonces and ids derive from state commits, whose timestamps differ. */
function masked<T>(value: T): T {
  const text = JSON.stringify(value)
    .replaceAll(/\b[0-9a-f]{64}\b/g, "<digest>")
    .replaceAll(/\b[0-9a-f]{32}\b/g, "<nonce>")
    .replaceAll(/\bREL-[0-9a-f]{8}\b/g, "<release>")
    .replaceAll(/(<release>-)[0-9a-f]{16}\b/g, "$1<key>");
  return JSON.parse(text);
}

/** Every question whose answer was used, by number, over the whole history. */
async function answeredIn(product: ScriptedProduct): Promise<string[]> {
  const { gitHub, forge } = product;
  const commits = await gitHub.paginate("GET /repos/{owner}/{repo}/commits", {
    ...forge.repo,
    sha: "factory/state",
    per_page: 100,
  });
  const answered: string[] = [];
  for (const { sha } of commits) {
    const events = readYaml(EVENTS_PATH, await fileOf(product, EVENTS_PATH, sha), FactoryEvent.array());
    if (!events.ok) throw new Error(events.refusal.message);
    for (const event of events.value) {
      if (event.kind !== "work-updated" || !("question" in event.event)) continue;
      answered.push(`${event.event.kind} ${event.event.question}`);
    }
  }
  return answered.sort();
}
