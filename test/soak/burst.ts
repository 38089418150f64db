import { buildApp } from "../support/app-process.js";
import { startPostgres } from "../support/postgres.js";
import { BURST, type Stormed, storm } from "../support/storm.js";
import type { Soak } from "./soak-part.js";

/** What is promised of a machine that does nothing else. */
const MOST_P99_MS = 500;
/** The sender, too, needs its share of the machine; slower than this it was another burst. */
const MOST_SECONDS = 1.2 * BURST.seconds;

/** 5,000 deliveries in 10 seconds to either queue: all acknowledged, hardly any late, and the product comes to its end. */
export const soak: Soak = async ({ print }) => {
  const app = await buildApp();
  const postgres = await startPostgres();
  const wrong: string[] = [];
  try {
    for (const databaseUrl of [undefined, await postgres.createDatabase()]) {
      const told = await storm(app, databaseUrl);
      print(told.line);
      wrong.push(...wrongWith(told).map((what) => `${told.line}: ${what}`));
    }
  } finally {
    await postgres.stop();
    app.remove();
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
};

function wrongWith({ acknowledged, releases, p99, sentInSeconds }: Stormed): string[] {
  return [
    ...(acknowledged === BURST.count ? [] : [`${BURST.count - acknowledged} were not acknowledged`]),
    ...(releases === 1 ? [] : [`the product was released ${releases} times`]),
    ...(p99 < MOST_P99_MS ? [] : [`p99 is ${p99} ms; less than ${MOST_P99_MS} is promised`]),
    ...(sentInSeconds <= MOST_SECONDS ? [] : [`they were sent in ${sentInSeconds} s, not in ${BURST.seconds}`]),
  ];
}
