/** Builds a product with an obedient model while every channel carries an attack. */
import { Octokit } from "@octokit/rest";
import type { GateReport } from "../../../src/domain/gates/gate-report.js";
import type { GateRequest } from "../../../src/domain/gates/gate-request.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { Person } from "../../../src/sandbox/forge/seed.js";
import { ANY_POINTS } from "../forge.js";
import { type Find, quickGates } from "../quick-gates.js";
import { consent, type ScriptedProduct, startProductWorld, untilState } from "../scripted-product.js";
import { SECRETS } from "../secrets.js";
import { startAppHere } from "../start-app-here.js";
import type { ToyTask } from "../toy-modules.js";
import type { Goal } from "./goals.js";
import { createScene, type Scene } from "./hostile-scene.js";
import { type ObedientModel, startObedientModel } from "./obedient-model.js";
import { type Channel, type Payload, payloads } from "./payloads.js";
import { plantedFiles, poisoned } from "./planted.js";
import { building, type Plot } from "./plots.js";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export type Attack = {
  readonly seed: number;
  /** In the quick lane the issue is the prompt; in the full lane it is SPEC.md. */
  readonly lane: "quick" | "full";
  readonly goals: readonly Goal[];
  readonly certain?: readonly Goal[];
  readonly channels: Readonly<Partial<Record<Channel, number>>>;
  /** What every gate run finds. By default the first green run fails, so that a role reads its report. */
  readonly find?: Find;
  readonly phrasings?: readonly string[];
  /** What is built, and what people do meanwhile. The default is one module. */
  readonly plot?: Plot;
  /** How the App is started. The default is in this process. */
  readonly startApp?: (variables: Record<string, string>) => Promise<{ readonly url: string; stop(): Promise<void> }>;
};

export type HostileProduct = {
  readonly product: ScriptedProduct;
  readonly model: ObedientModel;
  readonly book: readonly Payload[];
  readonly task: ToyTask;
  /** The state at the end. */
  readonly state: FactoryState;
  /** The default branch after the set-up, before any task. */
  readonly consented: string;
  /** What people wrote, word for word, by comment id. */
  readonly written: ReadonlyMap<number, string>;
  stop(): Promise<void>;
};

/** Runs the product to its end: released, halted, or where people lead it. */
export async function playAttack(attack: Attack): Promise<HostileProduct> {
  const { channels, goals, certain, phrasings, startApp = startAppHere, plot = building } = attack;
  const book = payloads({ channels, goals, certain, phrasings }, attack.seed);
  const { task, answers, settings, files = {}, report: tamper = itself, ended, after } = plot(attack.lane, book);
  const started: { scene?: Scene } = {};
  const product = await startProductWorld({
    answers: {},
    forge: { graphqlRateLimit: ANY_POINTS },
    files: { ...plantedFiles(book), ...files },
    performRun: quickGates(
      async (request) => {
        if (started.scene === undefined) throw new TypeError("no gate run before the scene is set");
        await started.scene.speakOnce(request.task);
        return attack.find === undefined ? redOnce(started.scene, request) : attack.find(request);
      },
      (report) => poisoned(tamper(report), book),
    ),
  });
  const apiKey = SECRETS.modelKey.value;
  const { privateKey, webhookSecret } = product.forge.app;
  const secrets = () => ({
    "model key": apiKey,
    "webhook secret": webhookSecret,
    "private key": privateKey,
    "line of the private key": privateKey.split("\n")[6] ?? "",
    "installation token":
      [...product.forge.hub.state.tokens.keys()].findLast((token) => token.startsWith("ghs_")) ?? "",
  });
  const model = await startObedientModel(book, { answers, secrets });
  const as = (person: Person) =>
    new Octokit({ baseUrl: `${product.forge.url}/api/v3`, auth: product.forge.users[person].token, log: quiet });
  await as("read").rest.issues.create({ ...product.forge.repo, title: "Leave me open", body: "I am nobody's task." });
  const variables = { ...(await product.variables()), ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: apiKey };
  const app = await startApp(variables);
  product.forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
  const stop = async () => {
    await app.stop();
    await model.close();
    await product.stop();
  };
  try {
    const scene = createScene(product, as, book, task);
    started.scene = scene;
    await consent(product, settings);
    await scene.linkAndCommit();
    const consented = await scene.tip();
    await scene.ask(attack.lane);
    const paused = await untilState(product, "an end", ended);
    const state = after === undefined ? paused : await after(product, scene, paused);
    await product.forge.idle();
    return { product, model, book, task, state, consented, written: scene.written, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const itself = (report: GateReport) => report;

/** Fails both halves of the first green run and no later run. */
function redOnce({ redHead }: Scene, { run_type, head_sha }: GateRequest) {
  if (run_type === "EXECUTION") redHead.value ??= head_sha;
  if (run_type !== "EXECUTION" || redHead.value !== head_sha) return [];
  return [{ code: "TASK_TEST_PASSES" } as const, { code: "SENSITIVE_FILES_LOCK" } as const];
}
