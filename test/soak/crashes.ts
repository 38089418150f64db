import { differences } from "../../src/replay/differences.js";
import { type BuiltApp, buildApp } from "../support/app-process.js";
import type { Point } from "../support/attack/strike.js";
import { CRASH_STORIES, type CrashedRun } from "../support/crashing-story.js";
import { everyPoint, inTellings, pointText, readPoint } from "./points.js";
import type { Soak } from "./soak-part.js";

type Story = keyof typeof CRASH_STORIES;
const STORIES = Object.keys(CRASH_STORIES) as Story[];

/** What is due together is written by one request, so one telling has a few fewer of them than another: the last may not come about. */
const MOSTLY = 0.95;

/** A death before and after every request that changes something, each in a telling of its own if nobody is in a hurry, and always the same end. */
export const soak: Soak = async ({ minutes, seed, point, together, print }) => {
  const until = minutes === null ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000;
  const named = point === null ? null : readPoint(point, STORIES);
  const app = await buildApp();
  try {
    for (const story of STORIES.filter((name) => named === null || name === named.race)) {
      const calm = await CRASH_STORIES[story](app, () => null);
      const points = named === null ? everyPoint(calm.requests, seed) : [named.point];
      const tellings = inTellings(points, together);
      const deaths = await strikeAtEach(tellings, { app, story, calm, until, print });
      if (deaths < points.length * MOSTLY)
        throw new Error(`${story}: of ${points.length} moments only ${deaths} came about, so the rest is not proved`);
      print(
        `${story}: ${deaths} deaths of ${points.length} at ${calm.requests} requests, ${tellings.length} tellings, all to the same end`,
      );
    }
  } finally {
    app.remove();
  }
};

type Told = { readonly app: BuiltApp; readonly story: Story; readonly calm: CrashedRun };

async function strikeAtEach(
  tellings: readonly (readonly Point[])[],
  { until, print, ...of }: Told & { readonly until: number; print(line: string): void },
): Promise<number> {
  let told = 0;
  let deaths = 0;
  for (const points of tellings) {
    if (Date.now() > until) break;
    deaths += await strikeAt(points, of);
    told += 1;
    if (told % 10 === 0 || points.length > 1)
      print(`${of.story}: ${told} of ${tellings.length} tellings, all to the same end`);
  }
  if (told < tellings.length)
    throw new Error(
      `there was no time for ${tellings.length - told} of ${tellings.length} tellings of the ${of.story}: --minutes gives more`,
    );
  return deaths;
}

async function strikeAt(points: readonly Point[], { app, story, calm }: Told): Promise<number> {
  const { outcome, deaths, requests } = await CRASH_STORIES[story](
    app,
    (request) => points.find(({ at }) => at === request)?.moment ?? null,
  );
  const due = points.filter(({ at }) => at !== "merge" && at <= requests).length;
  const wrong = [
    ...(deaths === due ? [] : [`it died ${deaths} times and should have ${due} times`]),
    ...differences(calm.outcome, outcome).map((path) => `another end than without a death: ${path}`),
  ];
  if (wrong.length === 0) return deaths;
  const names = points.map((point) => pointText(story, point));
  const again = names.map((name) => `npm run soak -- crashes --point ${name}`);
  throw new Error(`${names.join(", ")}: ${wrong.join("\n")}\nAgain, each by itself:\n${again.join("\n")}`);
}
