/** Sends a burst of deliveries about one product. A person requests the product in the middle of it. */
import type { BuiltApp } from "./app-process.js";
import { burst, percentile } from "./burst.js";
import { startFleet } from "./fleet.js";
import { until } from "./until.js";

export const BURST = { count: 5_000, seconds: 10 };

export type Stormed = {
  readonly acknowledged: number;
  readonly releases: number;
  readonly p99: number;
  readonly sentInSeconds: number;
  /** A summary for a person. */
  readonly line: string;
};

/** Only the burst tells the App about the request in its middle. The answer to it shows that no trigger was lost. */
export async function storm(app: BuiltApp, databaseUrl: string | undefined): Promise<Stormed> {
  const fleet = await startFleet(app, {
    repositories: 1,
    installations: 1,
    replicas: 1,
    databaseUrl,
    sweepMinutes: 1_440,
  });
  try {
    const [repository] = fleet.repositories;
    const [replica] = fleet.replicas;
    if (repository === undefined || replica === undefined) throw new Error("there is nobody to tell");
    await until("the set-up pull request", async () => repository.pulls.size > 0);
    const told: { released?: Promise<void> } = {};
    const { acknowledged, sentInSeconds, milliseconds } = await burst({
      ...BURST,
      url: replica.url,
      secret: fleet.world.forge.app.webhookSecret,
      body: fleet.deliveryAbout(repository),
      async halfway() {
        fleet.loseDeliveries(true);
        told.released = fleet.build();
        await until("the question", async () => [...repository.issues.values()].some(({ isPull }) => !isPull));
        await fleet.world.forge.hub.deliveries.idle();
        fleet.loseDeliveries(false);
      },
    });
    await told.released;
    const [p50, p99, most] = [50, 99, 100].map((percent) => percentile(milliseconds, percent));
    const queue = databaseUrl === undefined ? "in-process" : "PostgreSQL";
    const line = `${queue}: ${acknowledged} of ${BURST.count} acknowledged, sent in ${sentInSeconds} s, p50 ${p50} ms, p99 ${p99} ms, longest ${most} ms`;
    return { acknowledged, releases: repository.releases.size, p99: p99 ?? 0, sentInSeconds, line };
  } finally {
    await fleet.stop();
  }
}
