/** A GitHub with a repository before its set-up, a model, and people who act. The loop's proofs run in it. */
import { Octokit } from "@octokit/rest";
import { appVariables } from "../../src/sandbox/app-variables.js";
import { actingAs } from "../../src/sandbox/forge/context.js";
import { type Forge, startForge } from "../../src/sandbox/forge/forge.js";
import { findAccount, findRepository, ownerOf } from "../../src/sandbox/forge/lookup.js";
import { installApp } from "../../src/sandbox/forge/operations/repository/install-app.js";
import { newKeyPair, type Person } from "../../src/sandbox/forge/seed.js";
import { freePort } from "../../src/sandbox/free-port.js";
import { type ProductModel, startProductModel } from "./product-model.js";
import { specOfTasks, specTask } from "./product-spec.js";

const KEYS = newKeyPair();
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const first = [specTask(1, { name: "Keep a note" }), specTask(2, { name: "Find a note", depends_on: ["TSK-001"] })];
const draft = specOfTasks(first);
/** The second draft changes only the second task, as an amendment must. */
const DRAFTS = [
  draft,
  {
    ...specOfTasks(
      first.map((task) => (task.task_id === "TSK-002" ? { ...task, description: "Finds notes by a word." } : task)),
    ),
    spec_version: "1.1.0",
  },
];

export type FactoryWorld = {
  readonly forge: Forge;
  readonly model: ProductModel;
  readonly at: Forge["repo"];
  as(person: Person): Octokit;
  /** A person installs the App on this repository, through the operation behind GitHub's page. */
  install(): void;
  /** The environment of one App. Each App has its own port. */
  variables(): Promise<Record<string, string>>;
  stop(): Promise<void>;
};

export async function startFactoryWorld(): Promise<FactoryWorld> {
  const model = await startProductModel(DRAFTS);
  const forge = await startForge({
    keys: KEYS,
    installed: false,
    files: { "README.md": "# Notes\n" },
    log: () => {},
    // Runs stay queued: this test is not about what gates find.
    performRun: () => ({ done: Promise.resolve(), cancel() {}, halt() {} }),
  });
  return {
    forge,
    model,
    at: forge.repo,
    as: (person) => new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: forge.users[person].token, log: quiet }),
    install: () => install(forge),
    variables: async () => ({
      ...appVariables(forge, { port: await freePort(), model: "anthropic", confinement: "preferred" }),
      ANTHROPIC_API_KEY: "scripted",
      ANTHROPIC_BASE_URL: model.url,
      LOG_LEVEL: "warn",
    }),
    async stop() {
      await forge.stop();
      await model.close();
    },
  };
}

function install({ hub, repo, users }: Forge): void {
  const user = findAccount(hub.state, users.admin.login);
  const repository = findRepository(hub.state, repo.owner, repo.repo);
  if (user === undefined || repository === undefined) throw new Error("the forge has lost its admin or its repository");
  const acting = actingAs({ kind: "user", user, scopes: [] }, Promise.resolve());
  installApp(hub, acting, { account: ownerOf(hub.state, repository), repositories: [repository] });
}
