import { raceEdits } from "../support/attack/edit-race.js";
import { type Raced, raceSpec, raceTask } from "../support/attack/races.js";
import type { Point } from "../support/attack/strike.js";
import { everyPoint, pointText, readPoint } from "./points.js";
import type { Soak } from "./soak-part.js";

type Pushing = { readonly name: string; readonly run: (point: Point | null) => Promise<Raced> };

/** By the word that names them in a point. */
const PUSHES: Readonly<Record<string, Pushing>> = {
  spec: { name: "a push onto an approved spec", run: raceSpec },
  branch: { name: "a push onto a judged task", run: (point) => raceTask(point, "branch") },
  base: { name: "a push under a judged task", run: (point) => raceTask(point, "base") },
};
const EDITS = ["edit", "delete"] as const;
/** How many requests a window has depends on what events coincide: one that was not struck is tried again before it counts. */
const TRIES = 3;
/** A busy machine spreads what is asked for an answer over more requests once than another time: this share may lie past the last. */
const PAST_THE_LAST = 0.25;
/** Moments for one product: more comments in so short a time would be a storm, which the loop breaker ends. */
const AT_ONE_PRODUCT = 8;

/** How far one race came: what it says, and what was left when its time was up. */
type Progress = { readonly line: string; readonly left: number };

/**
 * Every request between verdict and merge, before and after, and every one between a command and its effect. The seed says at
 * which request it begins, so that several runs cover what one has no time for. Whoever has no time for all of them is told so
 * by a failure, and so is whoever counts past the last request: what was not struck was not proved.
 */
export const soak: Soak = async ({ minutes, seed, point, print }) => {
  const only = point === null ? null : readPoint(point, [...EDITS, ...Object.keys(PUSHES)]);
  const pointsOf = async (requests: () => Promise<number>) =>
    only === null ? everyPoint(await requests(), seed) : [only.point];
  const races = [
    ...EDITS.map((how) => ({
      race: how,
      run: async (until: number) => edits(how, await pointsOf(() => editedRequests(how)), until),
    })),
    ...Object.entries(PUSHES).map(([race, pushing]) => ({
      race,
      run: async (until: number) =>
        pushes(race, pushing, { points: await pointsOf(async () => (await pushing.run(null)).requests), until }),
    })),
  ].filter(({ race }) => only === null || only.race === race);
  const unfinished: string[] = [];
  for (const { race, run } of races) {
    // A share for each, so that the first does not take the time of all.
    const share = minutes === null ? Number.POSITIVE_INFINITY : (minutes * 60_000) / races.length;
    const { line, left } = await run(Date.now() + share);
    print(`${race}: ${line}`);
    if (left > 0) unfinished.push(`${race}: ${left} moments`);
  }
  if (unfinished.length > 0)
    throw new Error(
      `there was no time for ${unfinished.join(", ")}: --minutes gives more, another --seed begins elsewhere`,
    );
};

/** From the command to its answer, when nobody strikes. */
async function editedRequests(how: (typeof EDITS)[number]): Promise<number> {
  const [calm] = await raceEdits([null], how);
  return calm?.requests ?? 0;
}

async function edits(how: (typeof EDITS)[number], points: readonly Point[], until: number): Promise<Progress> {
  let struck = 0;
  let obeyed = 0;
  let past = 0;
  let at = 0;
  for (; at < points.length && Date.now() < until; at += AT_ONE_PRODUCT) {
    let missed: readonly Point[] = points.slice(at, at + AT_ONE_PRODUCT);
    for (let tries = 0; missed.length > 0; tries += 1) {
      if (tries === TRIES) {
        past += missed.length;
        if (past > points.length * PAST_THE_LAST) throw new Error(neverStruck(how, missed));
        break;
      }
      const seen = await raceEdits(missed, how);
      missed = missed.filter((_, index) => seen[index]?.struck === null);
      struck += seen.filter((one) => one.struck !== null).length;
      obeyed += seen.filter((one) => one.struck !== null && one.outcome === "obeyed").length;
    }
  }
  const none = past === 0 ? "" : `, ${past} past the answer, where there is nothing to strike`;
  const line = `${struck} of ${points.length} moments, ${obeyed} obeyed as first read${none}`;
  return { line, left: Math.max(0, points.length - at) };
}

function neverStruck(race: string, points: readonly Point[]): string {
  return `${points.map((point) => pointText(race, point)).join(", ")}: the App made fewer requests, so nothing was struck and nothing proved`;
}

async function pushes(
  race: string,
  { name, run }: Pushing,
  { points, until }: { readonly points: readonly Point[]; readonly until: number },
): Promise<Progress> {
  let struck = 0;
  for (const point of points) {
    if (Date.now() > until) break;
    const told = await strikeAt(run, point);
    if (told === undefined) throw new Error(neverStruck(race, [point]));
    struck += 1;
    if (told.smuggled.length === 0) continue;
    const again = `npm run soak -- races --point ${pointText(race, point)}`;
    throw new Error(`${name}, ${told.struck}: ${told.smuggled.join(", ")}\nAgain: ${again}`);
  }
  const line = `${name}: ${struck} of ${points.length} moments, nothing that was not judged was merged`;
  return { line, left: points.length - struck };
}

async function strikeAt(run: Pushing["run"], point: Point): Promise<Raced | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const told = await run(point);
    if (told.struck !== null) return told;
  }
  return undefined;
}
