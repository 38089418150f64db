import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { LimitedUntil } from "../../domain/errors.js";
import type { RepositoryRef } from "../../engine/ports.js";
import type { Database, Sql } from "../postgres/database.js";
import { createJobLeases } from "../postgres/job-leases.js";
import { createKeptResults } from "../postgres/kept-results.js";
import { createLeasedJobs } from "../postgres/leased-jobs.js";
import { byKey, repositoryOf } from "../postgres/repository-row.js";
import {
  clearSetAside,
  findSetAside,
  forgetAllBut,
  listSetAside,
  restAgain,
  restingIds,
  setAside,
} from "../postgres/set-aside.js";
import { storable } from "../postgres/storable.js";
import { claimSweep } from "../queue/claim-sweep.js";
import { createGroupCommit } from "../queue/group-commit.js";
import { openBoss, QUEUES } from "../queue/open-boss.js";
import { queueCounts } from "../queue/queue-counts.js";
import { sendReconciles, sendReconcilesWithin } from "../queue/send-reconciles.js";
import { complete, type Taken } from "../queue/take-next.js";
import { startWorkLoop, type WorkLoop } from "../queue/work-loop.js";
import { PressedButton } from "../webhooks/pressed-button.js";
import { accepted } from "./accepted.js";
import {
  CONCURRENCY,
  type Coordination,
  countingSweep,
  GAP_MS,
  named,
  runLogged,
  type Services,
} from "./coordination.js";
import { reportingSetAside } from "./report-set-aside.js";

/** Replicas that start together sweep once. */
const START_SECONDS = 60;
/** A queue without an answer for this long is stuck. */
const STILL_MS = 60_000;
const QUIET_MS = 10_000;
const PAGE = 100;
const CLAIMS_PER_SWEEP = 10;

type Shared = Services & { readonly database: Database; readonly reasonOf: (error: unknown) => string };

/**
 * Any number of replicas on one PostgreSQL: each trigger is stored before it is acknowledged, each repository is
 * reconciled by one replica at a time, and the work of a dead replica is free again after a minute and a half. State
 * stays in git.
 */
export async function betweenReplicas({ database, reasonOf: wordsOf, ...services }: Shared): Promise<Coordination> {
  const { log } = services;
  const reasonOf = (error: unknown) => storable(wordsOf(error));
  const onTrouble = atMostEvery(QUIET_MS, (error) => log.warn({ err: error }, "the database does not answer"));
  const boss = await openBoss(database, onTrouble);
  const enqueue = (repositories: readonly RepositoryRef[], sql: Sql) => sendReconcilesWithin(sql, boss, repositories);
  const group = createGroupCommit<RepositoryRef>({
    keyOf: ({ id }) => String(id),
    write: (repositories) => sendReconciles(boss, repositories, { sql: database, gapMs: GAP_MS }),
  });
  const results = createKeptResults(database, enqueue);
  const { announce, announceRecovery } = reportingSetAside(database, services);
  const jobs = createLeasedJobs({
    leases: createJobLeases({ database, owner: randomUUID(), enqueue }),
    run: (repository, effect, signal) => runLogged(services, { repository, effect, signal }),
    onError: (error, repository) => log.error({ err: error, ...named(repository) }, "a job failed"),
    onTrouble,
  });

  async function reconcile({ data }: Taken): Promise<void> {
    const repository = repositoryOf(data);
    const wasAside = (await findSetAside(database, repository)) !== null;
    try {
      await results.lend(repository, (given) => services.reconcile(repository, jobs, given));
    } catch (error) {
      if (error instanceof LimitedUntil) log.warn({ until: error.until, ...named(repository) }, error.message);
      else log.error({ err: error, ...named(repository) }, "reconciling failed");
      // It has used its tries: another trigger, or an hour, gives it one more, not another series.
      if (!wasAside || error instanceof LimitedUntil) throw error;
      await announce(await setAside(database, repository, reasonOf(error)));
      return;
    }
    if (!wasAside) return;
    // The row is deleted last: while it exists, the next run posts the comment if this one could not.
    if (await announceRecovery(repository)) await clearSetAside(database, repository);
    else await restAgain(database, repository);
  }

  async function giveUp({ data, output }: Taken): Promise<void> {
    const repository = repositoryOf(data);
    // The replica that died knew the reason; pg-boss only reports that it died.
    const known = await restAgain(database, repository);
    const aside = known ?? (await setAside(database, repository, reasonIn(output)));
    log.error(
      { ...named(repository), reason: aside.reason },
      "set aside: it failed too often to be tried again by itself",
    );
    await results.drop(repository);
    await announce(aside);
  }

  const sweep = () =>
    countingSweep(services, async () => {
      const resting = await restingIds(database);
      const installed: number[] = [];
      let page: RepositoryRef[] = [];
      for await (const repository of services.installed()) {
        installed.push(repository.id);
        if (!resting.has(repository.id)) page.push(repository);
        if (page.length < PAGE) continue;
        await sendReconciles(boss, page.sort(byKey), { sql: database, why: "sweep" });
        page = [];
      }
      await sendReconciles(boss, page.sort(byKey), { sql: database, why: "sweep" });
      await forgetAllBut(database, installed);
      for (const aside of await listSetAside(database)) await announce(aside);
    });

  async function hear(taken: Taken): Promise<void> {
    const button = PressedButton.parse(taken.data);
    const heard = await services.hear(button);
    await results.bring(button.repository, heard, (sql) => complete(sql, QUEUES.buttons, taken));
  }

  async function refuseUnheard(taken: Taken): Promise<void> {
    const button = PressedButton.parse(taken.data);
    await results.bring(button.repository, services.unheard(button), (sql) => complete(sql, QUEUES.unheard, taken));
  }

  const work = (queue: (typeof QUEUES)[keyof typeof QUEUES], run: (taken: Taken) => Promise<void>, concurrency = 1) =>
    startWorkLoop({ database, boss, queue, run, concurrency, reasonOf, onTrouble });
  const reconciles = work(QUEUES.reconciles, reconcile, CONCURRENCY);
  /** A failure is logged, too, although the queue tries again. */
  const told = (run: (taken: Taken) => Promise<void>, message: string) => async (taken: Taken) => {
    try {
      await run(taken);
    } catch (error) {
      if (error instanceof LimitedUntil) log.warn({ until: error.until }, error.message);
      else log.error({ err: error }, message);
      throw error;
    }
  };
  const others: WorkLoop[] = [
    work(QUEUES.setAside, giveUp),
    work(QUEUES.sweeps, told(sweep, "the sweep failed")),
    work(QUEUES.buttons, told(hear, "a button could not be heard")),
    work(QUEUES.unheard, told(refuseUnheard, "a button that could not be heard could not be refused")),
  ];
  const claim = (seconds: number) => claimSweep(database, boss, seconds).catch(onTrouble);
  const between = services.sweepMinutes * 60;
  // Each replica asks at its own time and more often than needed, in case one dies; the row lets one of them do it.
  const timer = setInterval(() => void claim(between), (between * 1_000) / CLAIMS_PER_SWEEP);
  await claim(Math.min(START_SECONDS, between));

  return {
    async trigger(repositories) {
      await accepted(group(repositories));
      reconciles.wake();
    },
    async press(button) {
      await accepted(boss.send(QUEUES.buttons, button, { singletonKey: String(button.repository.id) }));
    },
    async sweep() {
      await sweep();
      reconciles.wake();
    },
    // NaN is Prometheus' value for unknown.
    facts: () => queueCounts(database).catch(() => ({ waiting: Number.NaN, setAside: Number.NaN })),
    async problems() {
      const reached = await database.query("SELECT 1").then(
        () => [],
        (error: unknown) => [`the database does not answer: ${reasonOf(error)}`],
      );
      const still = Date.now() - reconciles.askedAt() > STILL_MS ? ["the queue has not been asked for a minute"] : [];
      return [...reached, ...still];
    },
    async idle() {
      while ((await queueCounts(database)).unfinished > 0) await sleep(100);
    },
    async stop() {
      clearInterval(timer);
      // Reconciles are finished; jobs are released, and the next reconcile starts them again.
      await Promise.all([reconciles.stop(), ...others.map((loop) => loop.stop()), jobs.stop()]);
      await boss.stop({ graceful: false });
      await database.close();
    },
  };
}

const Output = z.object({ message: z.string() }).or(z.object({ value: z.object({ message: z.string() }) }));

/** What pg-boss stores of the last failure. For a replica that died, pg-boss adds the reason. */
function reasonIn(output: unknown): string {
  const parsed = Output.safeParse(output);
  if (!parsed.success) return "unknown";
  return "message" in parsed.data ? parsed.data.message : parsed.data.value.message;
}

/** An unavailable database affects everything at once, so one line in the log is enough. */
function atMostEvery(milliseconds: number, tell: (error: unknown) => void): (error: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (Date.now() - toldAt < milliseconds) return;
    toldAt = Date.now();
    tell(error);
  };
}
