import { setTimeout as sleep } from "node:timers/promises";
import type { Probot } from "probot";
import { hostedEmbedders } from "../../code-index/embeddings/choose-embedder.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { JobResult } from "../../engine/ports.js";
import { reconcile } from "../../engine/reconcile/reconcile.js";
import { sayingProblems } from "../../engine/reconcile/report-problem.js";
import { saySetAside } from "../../engine/reconcile/report-set-aside.js";
import { createKnownTexts } from "../../github/cache/known-texts.js";
import { createKnownTrees } from "../../github/cache/known-trees.js";
import { type installationClients, installedRepositories } from "../../github/client/installation-client.js";
import { gitHubForge } from "../../github/forge.js";
import { createInstallationLookup } from "../../github/observe/installation-facts.js";
import { rolesOf } from "../../github/observe/roles-of.js";
import { gitHubRepositoryReader } from "../../github/store/repository-reader.js";
import { gitHubStateStore } from "../../github/store/state-store.js";
import { runJob } from "../../jobs/run-job.js";
import { createSurfaceReader } from "../../languages/javascript/compiled-surface/surface-reader.js";
import type { StoppableModel } from "../../model/model-port.js";
import { redactForge, redactJobResult, redactStateStore } from "../../redaction/redact-ports.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { InTurn } from "../../roles/asking/announce-question.js";
import { createOpenAccounts } from "../../roles/asking/open-accounts.js";
import { named, type Services } from "../coordination/coordination.js";
import { createTurns } from "../coordination/turns.js";
import { type Env, gatesPlace, productOf, rawUrl } from "../env.js";
import type { LiveCalls } from "../operation/live-calls.js";
import { measureGates } from "../operation/measure-gates.js";
import type { createMetrics } from "../operation/metrics.js";
import { createWorkBoard } from "../operation/work-board.js";
import type { PressedButton } from "../webhooks/pressed-button.js";
import { fenceBoundaries } from "./fence-boundaries.js";
import { loadSetupKit } from "./load-setup-kit.js";
import { openCodeIndexes } from "./open-code-indexes.js";
import { CLOCK, TIMING } from "./time.js";

type Tools = {
  readonly env: Env;
  readonly redactor: Redactor;
  readonly model: StoppableModel;
  readonly clients: Awaited<ReturnType<typeof installationClients>>;
  readonly asApp: Awaited<ReturnType<Probot["auth"]>>;
  readonly login: string;
  readonly metrics: ReturnType<typeof createMetrics>;
  readonly reconciles: ReturnType<typeof createWorkBoard>;
  readonly calls: LiveCalls;
};

/** Full jitter: half a second at most after the first lost race, doubled after each further one. */
const backOff = (lost: number): Promise<void> => sleep(Math.random() * 250 * 2 ** lost);

/** Opens what the App needs on GitHub and with the model, and how to close it. */
export async function openServices(
  probot: Probot,
  { env, redactor, model, clients, asApp, login, metrics, reconciles, calls }: Tools,
): Promise<{ readonly services: Services; close(): Promise<void> }> {
  const jobsRunning = createWorkBoard(Date.now);
  const clock = CLOCK;
  const texts = createKnownTexts();
  const trees = createKnownTrees();
  const reader = gitHubRepositoryReader(clients, texts, trees);
  const indexes = openCodeIndexes(env.CACHE_DIR, {
    hosted: hostedEmbedders(env),
    onUseless: (why) => probot.log.warn(why),
  });
  const surfaces = createSurfaceReader();
  const boundaryFor = fenceBoundaries(env);
  const accounts = createOpenAccounts();
  // A job that records its question writes the state, too: it waits for the reconcile that started it.
  const turns = createTurns<number>();
  const state = redactStateStore(gitHubStateStore(clients), redactor);
  const { ACTION_REF, SETUP_CONFINEMENT } = env;
  const place = { ...gatesPlace(env), rawUrl: rawUrl(env), confinement: SETUP_CONFINEMENT };
  const setupKit = ACTION_REF === undefined ? null : await loadSetupKit(ACTION_REF, place);
  if (setupKit === null) probot.log.warn("ACTION_REF is not set: set-up and upgrades cannot be proposed");
  const gitHub = gitHubForge(clients, login, {
    appId: env.APP_ID,
    installationOf: createInstallationLookup(asApp, Date.now),
    gatesWorkflow: setupKit?.workflow ?? null,
    product: productOf(env),
    now: Date.now,
    texts,
    trees,
  });
  const forge = redactForge(gitHub, redactor);
  const pressedBy = ({ repository: _, by, ...pressed }: PressedButton, role: string | null): JobResult => ({
    events: [{ kind: "button-pressed", at: clock.now(), by: { ...by, role }, ...pressed }],
    files: [],
  });
  const committed = (events: readonly FactoryEvent[]) => measureGates(events, metrics);
  const services: Services = {
    async reconcile(repository, jobs, given) {
      const settled = await reconciles.during(
        () =>
          turns(repository.id, () =>
            reconcile(
              repository,
              { state, forge, jobs, clock, setupKit, backOff, committed, calls: calls.told },
              given,
            ),
          ),
        (result, seconds) => metrics.reconciled(result?.kind ?? "failed", seconds),
      );
      for (const { task, for: words } of settled.kind === "settled" ? (settled.stalled ?? []) : [])
        probot.log.warn({ task, ...named(repository) }, `a task does not move: ${words}`);
      if (settled.kind === "stopped") probot.log.error({ ...settled.problem, ...named(repository) }, "stopped");
      return settled;
    },
    runJob(repository, effect, signal) {
      const indexOf = indexes.over(repository);
      const watched = calls.watched(model, repository);
      const given = { state, reader, forge, model: watched, clock, signal, indexOf, boundaryFor };
      const inTurn: InTurn = ({ id }, act) => turns(id, act);
      const ports = { ...given, surfaceOf: surfaces.read, accounts, inTurn };
      return jobsRunning.during(
        () =>
          sayingProblems(repository, { forge, setupKit, inTask: "task" in effect }, async () =>
            redactJobResult(await runJob(repository, effect, ports), redactor),
          ),
        (result, seconds) =>
          metrics.jobEnded(effect.kind, signal.aborted ? "cancelled" : result === null ? "failed" : "done", seconds),
      );
    },
    async hear(button) {
      const { repository, by } = button;
      return pressedBy(button, await rolesOf(await clients(repository, { metadata: "read" }), repository)(by.login));
    },
    unheard: (button) => pressedBy(button, null),
    installed: () => installedRepositories(probot, TIMING),
    sweepMinutes: env.SWEEP_MINUTES,
    swept: metrics.swept,
    saySetAside: (repository, aside) => saySetAside(repository, { state, forge, setupKit }, aside),
    log: probot.log,
  };
  return {
    services,
    async close() {
      await Promise.all([indexes.stop(), surfaces.stop()]);
    },
  };
}
