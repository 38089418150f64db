/** Forge, App and runner together: the whole product on one machine, without an account, a key or a network. */

import { fileURLToPath } from "node:url";
import type { ConfinementPolicy } from "../domain/config/gates-config.js";
import type { LiveCall } from "../engine/live-call.js";
import type { RunningApp } from "../server/start/start-app.js";
import { appManifest } from "./app-manifest.js";
import { appVariables, type Model, SANDBOX_ACTION } from "./app-variables.js";
import type { FaultPlan } from "./faults/fault-plan.js";
import { actingAs } from "./forge/context.js";
import { type Forge, type ForgeOptions, startForge } from "./forge/forge.js";
import { findAccount, findRepository } from "./forge/lookup.js";
import { textAt } from "./forge/operations/actions/discover-workflows.js";
import { commitFiles } from "./forge/operations/repository/commit-files.js";
import { branchRef } from "./forge/ref-names.js";
import { freePort } from "./free-port.js";
import type { LocalRepository } from "./local-repository.js";
import { createPageUrls, type PageUrls } from "./pages/page-urls.js";
import { performOnRunner } from "./perform-on-runner.js";

/** `ended` settles, with the reason, when the App is gone although nobody stopped it. */
export type SandboxApp = RunningApp & {
  readonly ended: Promise<string>;
  /** What models are doing now, where the App says it. */
  readonly calls?: () => readonly LiveCall[];
};
export type StartApp = (variables: Readonly<Record<string, string>>) => Promise<SandboxApp>;

export type SandboxOptions = {
  readonly startApp: StartApp;
  readonly model?: Model;
  /** What the set-up pull request proposes: whether code under test runs also where nothing confines it. */
  readonly confinement?: ConfinementPolicy;
  /** Becomes SPEC.md of the seeded repository. */
  readonly spec?: string;
  /** Becomes the repository of a local GitHub that has none yet. */
  readonly repository?: LocalRepository;
  readonly faults?: FaultPlan;
  readonly forge?: ForgeOptions;
};

export type Sandbox = {
  readonly forge: Forge;
  readonly app: SandboxApp;
  /** Where a person reads along: `pageUrl.issue(owner, name, 1)`. */
  readonly pageUrl: PageUrls;
  stop(): Promise<void>;
};

/** The action beside these sources, and beside what is built from them. */
const ACTION = new URL("../../action", import.meta.url);
const SPEC = "SPEC.md";
const README = "# Product\n\nA repository of the local GitHub.\n";

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { spec, faults, repository } = options;
  const files = { "README.md": README, ...(spec === undefined ? {} : { [SPEC]: spec }) };
  const performRun = performOnRunner({ actions: new Map([[SANDBOX_ACTION, fileURLToPath(ACTION)]]) });
  const own = repository === undefined ? { files } : { repository: repository.name, imported: repository };
  const forge = await startForge({ ...own, performRun, holdDeliveries: true, ...appManifest(), ...options.forge });
  try {
    if (spec !== undefined) await putSpec(forge, spec);
    const { model = "recorded", confinement = "required" } = options;
    const app = await options.startApp(appVariables(forge, { port: await freePort(), model, confinement }));
    forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
    // Last, so that the start itself never fails by plan.
    if (faults !== undefined) forge.faults.install(faults);
    return {
      forge,
      app,
      pageUrl: createPageUrls(forge.url),
      async stop() {
        // What is still owed to the App would find nobody, and be complained of.
        forge.setWebhookUrl(null);
        await app.stop();
        await forge.stop();
      },
    };
  } catch (error) {
    await forge.stop();
    throw error;
  }
}

/** A forge with a history has its own files already; a new spec is a new commit by the admin. */
async function putSpec({ hub, repo, users }: Forge, spec: string): Promise<void> {
  const repository = findRepository(hub.state, repo.owner, repo.repo);
  const user = findAccount(hub.state, users.admin.login);
  if (repository === undefined || user === undefined) throw new Error("the forge has lost its repository or its admin");
  const head = hub.git(repository).refs.get(branchRef(repository.defaultBranch));
  if (head !== undefined && (await textAt(hub.git(repository), head, SPEC)) === spec) return;
  const acting = actingAs({ kind: "user", user, scopes: ["repo", "workflow"] }, Promise.resolve());
  await hub.exclusive(repository, () =>
    commitFiles(hub, acting, {
      repository,
      branch: repository.defaultBranch,
      message: "Write SPEC.md",
      additions: [{ path: SPEC, content: Buffer.from(spec) }],
      deletions: [],
    }),
  );
}
