import { differences } from "../../src/replay/differences.js";
import { type BuiltApp, buildApp } from "../support/app-process.js";
import type { Point } from "../support/attack/strike.js";
import { CRASH_STORIES, type CrashTold } from "../support/crash-telling.js";
import { everyPoint, pointText, readPoint } from "./points.js";
import type { Soak } from "./soak-part.js";

type Story = keyof typeof CRASH_STORIES;
const STORIES = Object.keys(CRASH_STORIES) as Story[];

/** A death before and after every request that changes something, each in a telling of its own, and always the same end. */
export const soak: Soak = async ({ minutes, seed, point, print }) => {
  const until = minutes === null ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000;
  const named = point === null ? null : readPoint(point, STORIES);
  const app = await buildApp();
  try {
    for (const story of STORIES.filter((name) => named === null || name === named.race)) {
      const calm = await CRASH_STORIES[story](app, () => null);
      const points = named === null ? everyPoint(calm.requests, seed) : [named.point];
      await strikeAtEach(points, { app, story, calm, until, print });
      print(`${story}: ${points.length} deaths at ${calm.requests} requests, all to the same end`);
    }
  } finally {
    app.remove();
  }
};

type Told = { readonly app: BuiltApp; readonly story: Story; readonly calm: CrashTold };

async function strikeAtEach(
  points: readonly Point[],
  { until, print, ...of }: Told & { readonly until: number; print(line: string): void },
): Promise<void> {
  let told = 0;
  for (const one of points) {
    if (Date.now() > until) break;
    await strikeAt(one, of);
    told += 1;
    if (told % 10 === 0) print(`${of.story}: ${told} of ${points.length} deaths, all to the same end`);
  }
  if (told < points.length)
    throw new Error(
      `there was no time for ${points.length - told} of ${points.length} moments of the ${of.story}: --minutes gives more`,
    );
}

async function strikeAt(point: Point, { app, story, calm }: Told): Promise<void> {
  const { outcome, deaths } = await CRASH_STORIES[story](app, (request) =>
    request === point.at ? point.moment : null,
  );
  const wrong = [
    ...(deaths === 1 ? [] : [`it died ${deaths} times`]),
    ...differences(calm.outcome, outcome).map((path) => `another end than without a death: ${path}`),
  ];
  if (wrong.length === 0) return;
  const name = pointText(story, point);
  throw new Error(`${name}: ${wrong.join("\n")}\nAgain: npm run soak -- crashes --point ${name}`);
}
