/** Moments of a race or of a story, in an order that a seed names, and each as one word that replays it. */
import type { Point } from "../support/attack/strike.js";

/** Before and after every request, beginning with the one that the seed names. */
export function everyPoint(requests: number, seed: number): Point[] {
  return Array.from({ length: requests }, (_, index) => 1 + ((index + seed - 1 + requests) % requests)).flatMap(
    (at): Point[] => [
      { at, moment: "before" },
      { at, moment: "after" },
    ],
  );
}

/** So many of them in one telling, as far from each other as can be: what one leaves behind is mended before the next. */
export function inTellings(points: readonly Point[], together: number): Point[][] {
  // At least two: before and after the same request cannot be told at once.
  const tellings = Math.max(Math.min(2, points.length), Math.ceil(points.length / together));
  return Array.from({ length: tellings }, (_, telling) => points.filter((_, index) => index % tellings === telling));
}

export function pointText(race: string, { moment, at }: Point): string {
  return `${race}:${moment}:${at}`;
}

export function readPoint(text: string, races: readonly string[]): { readonly race: string; readonly point: Point } {
  const [, race = "", moment, at] = /^(\w+):(before|after):([1-9]\d*)$/.exec(text) ?? [];
  if (!races.includes(race) || (moment !== "before" && moment !== "after"))
    throw new TypeError(`--point takes one of ${races.join(", ")}, a moment and a request, not ${text}`);
  return { race, point: { at: Number(at), moment } };
}
