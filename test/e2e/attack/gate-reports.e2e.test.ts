import { randomUUID } from "node:crypto";
import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GateRequest } from "../../../src/domain/gates/gate-request.js";
import { EVENTS_PATH } from "../../../src/domain/gates/state-paths.js";
import { FactoryEvent } from "../../../src/engine/event.js";
import { mintJobToken } from "../../../src/sandbox/forge/operations/repository/mint-token.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { ATTACKS, type AttackName, type HostileRuns, hostileRuns } from "../../support/hostile-runs.js";
import { quickGates } from "../../support/quick-gates.js";
import {
  askQuickly,
  consent,
  fileOf,
  hasEnded,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import { quickTask, taskAnswers, toy } from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const TASK = quickTask([toy("alpha", 1)]);
const BRANCH = `factory/${TASK.id}`;

/** Two runs in a row may be lost; so each kind of run is attacked twice at most. */
const PLAN = {
  BASELINE: ["another run's nonce", "another commit"],
  CONTRACT: ["another form", "too many bytes"],
  EXECUTION: ["a bomb", "a way out of the folder"],
  INTEGRITY: ["two reports"],
} as const satisfies Partial<Record<GateRequest["run_type"], readonly AttackName[]>>;

type Check = {
  readonly name: string;
  readonly app: string;
  readonly conclusion: string | null;
  readonly summary: string;
};
const world: {
  product?: ScriptedProduct;
  runs?: HostileRuns;
  events: FactoryEvent[];
  checks: Check[];
  asked: GateRequest[];
} = { events: [], checks: [], asked: [] };

function product(): ScriptedProduct {
  if (world.product === undefined) throw new Error("the story was not told");
  return world.product;
}

const isIntegration = ({ run_type, part }: GateRequest) => run_type === "INTEGRITY" && part === "execute";
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Any workflow of the repository may make a check run of any name. */
async function forgeCheck({ forge }: ScriptedProduct, head_sha: string): Promise<void> {
  const repository = [...forge.hub.state.repositories.values()].find(({ name }) => name === forge.repo.repo);
  if (repository === undefined) throw new Error("the repository is gone");
  const token = mintJobToken(forge.hub, { repository, runId: 1, permissions: { checks: "write" } });
  const workflow = new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: token, log: quiet });
  for (const name of ["factory / gates", "factory / 3 integrity"])
    await workflow.rest.checks.create({ ...forge.repo, name, head_sha, conclusion: "success", external_id: "gates:x" });
}

beforeAll(async () => {
  const once = { isForged: false, isAskedAgain: false };
  const asked: GateRequest[] = world.asked;
  const honest = quickGates(async (request) => {
    asked.push(request);
    if (request.run_type === "CONTRACT" && !once.isForged) {
      once.isForged = true;
      await forgeCheck(product(), request.head_sha);
    }
    // Its first judge lies. While the second run goes on, a person asks for it again: GitHub's own Re-run of our check run.
    const nonces = () => asked.filter(isIntegration).map(({ nonce }) => nonce);
    if (isIntegration(request) && new Set(nonces()).size === 2 && !once.isAskedAgain) {
      once.isAskedAgain = true;
      const { gitHub, forge } = product();
      const check = await until("our check run", async () => {
        const on = { ...forge.repo, ref: request.head_sha, check_name: "factory / gates" } as const;
        return (await gitHub.rest.checks.listForRef(on)).data.check_runs.find(({ status }) => status !== "completed");
      });
      await gitHub.rest.checks.rerequestRun({ ...forge.repo, check_run_id: check.id });
      await until("a third run", async () => new Set(nonces()).size === 3);
    }
    return [];
  });
  world.runs = hostileRuns(PLAN, honest);
  world.product = await startScriptedProduct({ answers: taskAnswers(TASK), performRun: world.runs.performRun });
  await consent(product());
  await askQuickly(product(), TASK);
  const state = await untilState(product(), "the task's end", (now) => now.project !== null && hasEnded(now));
  const task = state.project?.tasks[TASK.id];
  if (task?.status !== "SHIPPED" || task.pull_request === null)
    throw new Error(`the task is ${task?.status}: ${JSON.stringify(state.work[TASK.id]?.stage)}`);
  world.events = await historyOf(product());
  world.checks = await checksOf(product(), task.pull_request);
});

afterAll(() => world.product?.stop());

/** Every event of the state branch's history, oldest first. */
async function historyOf(told: ScriptedProduct): Promise<FactoryEvent[]> {
  const { gitHub, forge } = told;
  const { data: commits } = await gitHub.rest.repos.listCommits({ ...forge.repo, sha: "factory/state", per_page: 100 });
  const events: FactoryEvent[] = [];
  for (const { sha } of commits.toReversed()) {
    const read = readYaml(EVENTS_PATH, await fileOf(told, EVENTS_PATH, sha), FactoryEvent.array());
    if (!read.ok) throw new Error(read.refusal.message);
    events.push(...read.value);
  }
  return events;
}

async function checksOf({ gitHub, forge }: ScriptedProduct, pull_number: number): Promise<Check[]> {
  const { data: commits } = await gitHub.rest.pulls.listCommits({ ...forge.repo, pull_number, per_page: 100 });
  const found: Check[] = [];
  for (const { sha } of commits) {
    const on = { ...forge.repo, ref: sha, filter: "all", per_page: 100 } as const;
    for (const { name, app, conclusion, output } of (await gitHub.rest.checks.listForRef(on)).data.check_runs)
      found.push({ name, app: app?.slug ?? "", conclusion, summary: output.summary ?? "" });
  }
  return found;
}

const losses = () =>
  world.events.flatMap((event) => {
    if (event.kind === "baseline-lost") return [event.why];
    return event.kind === "work-updated" && event.event.kind === "gates-lost" ? [event.event.why] : [];
  });

describe("a report that cannot be believed", () => {
  it("was handed in, in every way that is known", () => {
    expect([...(world.runs?.made() ?? [])].sort()).toEqual(Object.keys(ATTACKS).sort());
  });

  it.each(Object.entries(ATTACKS))("with %s is refused in words, and the run is asked for again", (_, { says }) => {
    expect(losses().filter((why) => says.test(why))).toHaveLength(1);
  });

  it.each([...PLAN.CONTRACT, ...PLAN.EXECUTION, ...PLAN.INTEGRITY])(
    "with %s is spoken of in the check run of the gates that were asked for instead",
    (name) => {
      const said = world.checks.filter(({ summary }) => ATTACKS[name].says.test(summary));
      expect(said.length).toBeGreaterThan(0);
      for (const { app, summary } of said) {
        expect(app).toBe("software-factory");
        expect(summary).toContain("Asked for again. The last run was not used: ");
      }
    },
  );
});

describe("a check run of the same name by somebody else", () => {
  it("stands beside ours, and ours says what our gates said", () => {
    const gates = world.checks.filter(({ name }) => name === "factory / gates");
    expect(gates.filter(({ app }) => app === "github-actions").map(({ conclusion }) => conclusion)).toEqual([
      "success",
    ]);
    expect(gates.some(({ app, summary }) => app !== "github-actions" && summary.includes("1 contract"))).toBe(true);
  });
});

describe("a person who asks for a check run again", () => {
  it("gets other runs of the same commit, under other nonces, and is answered", async () => {
    const runs = world.asked.filter(isIntegration);
    expect(new Set(runs.map(({ nonce }) => nonce)).size).toBe(3);
    expect(new Set(runs.map(({ head_sha }) => head_sha)).size).toBe(1);
    expect(losses()).toContain("a person asked for them again");
    const pull = await product().person.pullOf(BRANCH);
    const said = await product().person.comments(pull?.number ?? 0);
    expect(said.filter((body) => body.includes("pressed Re-run. The gates are asked for again."))).toHaveLength(1);
  });

  it("is not obeyed twice when somebody sends the captured delivery again under another id", async () => {
    const { forge } = product();
    const captured = [...forge.hub.state.deliveries.values()].find(
      ({ event, body }) => event === "check_run" && JSON.parse(body).action === "rerequested",
    );
    if (captured === undefined) throw new Error("the press was not delivered");
    forge.hub.deliveries.enqueue({ ...captured, id: captured.id + 1, guid: randomUUID() }, Promise.resolve());
    await product().idle();
    const pressed = (await historyOf(product())).filter(({ kind }) => kind === "button-pressed");
    expect(pressed).toHaveLength(1);
    const pull = await product().person.pullOf(BRANCH);
    const said = await product().person.comments(pull?.number ?? 0);
    expect(said.filter((body) => body.includes("pressed Re-run"))).toHaveLength(1);
  });
});
