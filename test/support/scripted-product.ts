/** A whole product on one machine: forge, App, and a model with prepared answers. */
import { Octokit } from "@octokit/rest";
import type { output, ZodType } from "zod";
import type { ConfinementPolicy } from "../../src/domain/config/gates-config.js";
import { CONFIG_PATH } from "../../src/domain/gates/state-paths.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import { appManifest } from "../../src/sandbox/app-manifest.js";
import { appVariables } from "../../src/sandbox/app-variables.js";
import { afterTheSecond, openPerson, type Person } from "../../src/sandbox/demo/person.js";
import { type Forge, type ForgeOptions, startForge } from "../../src/sandbox/forge/forge.js";
import type { PerformRun } from "../../src/sandbox/forge/hub.js";
import { newKeyPair } from "../../src/sandbox/forge/seed.js";
import { freePort } from "../../src/sandbox/free-port.js";
import type { SeenRequest } from "../../src/sandbox/scripted-model/scripted-answers.js";
import { readYaml } from "../../src/yaml/yaml.js";
import { quickGates } from "./quick-gates.js";
import { openScriptFolder } from "./script-folder.js";
import { scriptedAnswers } from "./scripted-answers.js";
import { startAppHere } from "./start-app-here.js";
import { type Answers, criteriaOf, type ToyTask } from "./toy-modules.js";
import { until } from "./until.js";

const KEYS = newKeyPair();
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export const SPEC_TEXT = "# Wrappers\n\nFunctions in JavaScript that put their name around a text.\n";

export type ScriptedProduct = {
  readonly forge: Forge;
  readonly person: Person;
  /** GitHub with that person's account. */
  readonly gitHub: Octokit;
  /** Every request to the model, in order. */
  readonly seen: readonly SeenRequest[];
  /** The folder of its answers. `say` adds or replaces answers, even while everything runs. */
  readonly scriptFolder: string;
  say(answers: Answers): void;
  /** The environment of one App. Each App has its own port. */
  variables(): Promise<Record<string, string>>;
  /** Settles when no delivery is under way and no App in this process is deciding. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

export type ProductOptions = {
  readonly answers: Answers;
  /** Performs gate runs. By default they find nothing. */
  readonly performRun?: PerformRun;
  /** Files of the repository's first commit, in addition to README.md and SPEC.md. */
  readonly files?: Readonly<Record<string, string>>;
  readonly forge?: ForgeOptions;
  /**
   * The confinement that the set-up proposes. The code of these products is known, so the default works on any machine.
   */
  readonly confinement?: ConfinementPolicy;
  /** Runs between a question and its answer. */
  readonly meanwhile?: (question: string) => Promise<unknown>;
};

/** Forge and model without an App. A test that kills Apps starts its own. */
export async function startProductWorld(options: ProductOptions): Promise<ScriptedProduct> {
  const { answers, performRun = quickGates(), files = {}, confinement = "preferred" } = options;
  const script = openScriptFolder(answers);
  const seen: SeenRequest[] = [];
  const model = await scriptedAnswers(script.folder, {
    seen: async (request) => {
      seen.push(request);
      await options.meanwhile?.(request.question);
    },
  });
  const forge = await startForge({
    keys: KEYS,
    log: () => {},
    ...appManifest(),
    files: { "README.md": "# Wrappers\n", "SPEC.md": SPEC_TEXT, ...files },
    performRun,
    ...options.forge,
  });
  return {
    forge,
    person: openPerson(forge),
    gitHub: new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: forge.users.admin.token, log: quiet }),
    seen,
    scriptFolder: script.folder,
    say: script.say,
    variables: async () => ({
      ...appVariables(forge, { port: await freePort(), model: "anthropic", confinement }),
      ANTHROPIC_API_KEY: "scripted",
      ANTHROPIC_BASE_URL: model.url,
      LOG_LEVEL: process.env.E2E_LOG ?? "silent",
    }),
    idle: () => forge.idle(),
    async stop() {
      await forge.stop();
      await model.close();
      script.remove();
    },
  };
}

/** The same with an App in this process. */
export async function startScriptedProduct(options: ProductOptions): Promise<ScriptedProduct> {
  const world = await startProductWorld(options);
  const app = await startAppHere(await world.variables());
  world.forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
  return {
    ...world,
    async idle() {
      await world.idle();
      await app.idle();
      await world.idle();
    },
    async stop() {
      await app.stop();
      await world.stop();
    },
  };
}

type ProductAccess = Pick<ScriptedProduct, "person" | "gitHub" | "forge">;

/** Merges the set-up, and appends the test's own settings if there are any. */
export async function consent({ person, gitHub, forge }: ProductAccess, settings = ""): Promise<void> {
  const setup = await until("the set-up pull request", () => person.pullOf("factory/setup"));
  await person.merge(setup.number);
  if (settings === "") return;
  const at = { ...forge.repo, path: CONFIG_PATH };
  const { data } = await gitHub.rest.repos.getContent(at);
  if (Array.isArray(data) || data.type !== "file") throw new TypeError(`${CONFIG_PATH} is not a file`);
  const content = Buffer.from(`${Buffer.from(data.content, "base64").toString()}\n${settings}\n`).toString("base64");
  await gitHub.rest.repos.createOrUpdateFileContents({ ...at, message: "Set limits", content, sha: data.sha });
}

/** Requests the product and approves its spec, like a person. */
export async function approveProduct(product: ProductAccess, settings = ""): Promise<{ readonly issue: number }> {
  const { person } = product;
  await consent(product, settings);
  const issue = await person.ask("Build wrappers");
  const spec = await until("the spec's pull request", () => person.pullOf("factory/spec"));
  await until("the decision being asked for", async () =>
    (await person.comments(issue)).some((body) => body.includes("your decision about the spec")),
  );
  await afterTheSecond();
  await person.comment(spec.number, "/factory approve");
  return { issue };
}

/** Requests one task in the quick lane, where the issue is the spec. */
export async function askQuickly({ gitHub, forge }: ProductAccess, task: ToyTask): Promise<{ readonly issue: number }> {
  const body = criteriaOf(task)
    .map((criterion) => `- [ ] ${criterion}`)
    .join("\n");
  const { data } = await gitHub.rest.issues.create({
    ...forge.repo,
    title: task.name,
    body,
    labels: ["factory:quick"],
  });
  return { issue: data.number };
}

/** Waits for a state with this property. */
export function untilState(
  { person }: Pick<ScriptedProduct, "person">,
  what: string,
  look: (state: FactoryState) => boolean,
): Promise<FactoryState> {
  return until(what, async () => {
    const state = await person.state();
    return state !== undefined && look(state) ? state : undefined;
  });
}

export function hasEnded(state: FactoryState): boolean {
  const tasks = Object.values(state.project?.tasks ?? {});
  return tasks.some(({ status }) => status === "HALTED") || tasks.every(({ status }) => status === "SHIPPED");
}

/** Reads a file of the state branch with its schema. */
export async function stateFile<S extends ZodType>(
  product: ProductAccess,
  path: string,
  schema: S,
): Promise<output<S>> {
  const text = await fileOf(product, path, "factory/state");
  const read = readYaml(path, text, schema);
  if (!read.ok) throw new Error(read.refusal.message);
  return read.value;
}

export async function fileOf({ gitHub, forge }: ProductAccess, path: string, ref: string): Promise<string> {
  const { data } = await gitHub.rest.repos.getContent({ ...forge.repo, path, ref, mediaType: { format: "raw" } });
  return String(data);
}
