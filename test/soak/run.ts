/** `npm run soak -- [PART ...] --minutes N --seed S`: what CI plays a sample of, for as long as one likes. */
import { parseArgs } from "node:util";
import { soak as attack } from "./attack.js";
import { soak as burst } from "./burst.js";
import { soak as crashes } from "./crashes.js";
import { soak as faults } from "./faults.js";
import { soak as fuzz } from "./fuzz.js";
import { soak as properties } from "./properties.js";
import { soak as races } from "./races.js";
import { soak as replicas } from "./replicas.js";
import type { Soak } from "./soak-part.js";

const PARTS: Readonly<Record<string, Soak>> = { attack, burst, crashes, faults, fuzz, properties, races, replicas };

const USAGE = `npm run soak -- [PART ...] [--minutes N] [--seed S] [--point P] [--together N]
  PART       ${Object.keys(PARTS).join(", ")}; all of them if none is named
  --minutes  for each part, 10 unless said otherwise; burst, crashes, races and replicas come to an end of their own, and fail
             if that is not reached in the time that somebody gives them (replicas: for each number of them)
  --seed     where to begin, 1 unless said otherwise; every failure names the seed that tells it again
  --point    of races or crashes: the one moment that a failure named, such as branch:after:17
  --together of crashes: so many deaths in one telling instead of one, which takes as many times less
A part that fails does not keep the others from running; what failed is summed up at the end.`;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: "string" },
      seed: { type: "string" },
      point: { type: "string" },
      together: { type: "string" },
      help: { type: "boolean" },
    },
  });
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  const seed = Number(values.seed ?? 1);
  const together = Number(values.together ?? 1);
  const unknown = positionals.filter((part) => !Object.hasOwn(PARTS, part));
  if (unknown.length > 0) throw new TypeError(`there is no part called ${unknown.join(", ")}`);
  if (minutes !== null && !(minutes > 0))
    throw new TypeError(`--minutes takes a number above 0, not ${values.minutes}`);
  if (!Number.isInteger(seed) || seed < 0)
    throw new TypeError(`--seed takes a whole number from 0, not ${values.seed}`);
  if (!Number.isInteger(together) || together < 1)
    throw new TypeError(`--together takes a whole number from 1, not ${values.together}`);
  if (values.point !== undefined && positionals.length !== 1)
    throw new TypeError("--point is a moment of one part, which must be named");
  return {
    parts: positionals.length > 0 ? positionals : Object.keys(PARTS),
    minutes,
    seed,
    point: values.point ?? null,
    together,
    help: values.help === true,
  };
}

async function main(): Promise<number> {
  let requested: ReturnType<typeof readArguments>;
  try {
    requested = readArguments();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
    return 2;
  }
  if (requested.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const failed: string[] = [];
  for (const name of requested.parts) if (!(await holds(name, requested))) failed.push(name);
  const { length } = requested.parts;
  process.stdout.write(
    failed.length === 0
      ? `${length === 1 ? "The part" : `All ${length} parts`} held\n`
      : `FAILED: ${failed.join(", ")}; ${length - failed.length} held\n`,
  );
  return failed.length === 0 ? 0 : 1;
}

/** Whether a part came to its end without a failure; which failure it was is said. */
async function holds(name: string, requested: ReturnType<typeof readArguments>): Promise<boolean> {
  const part = PARTS[name];
  if (part === undefined) throw new TypeError(`there is no part called ${name}`);
  const started = Date.now();
  const print = (line: string) => void process.stdout.write(`${name}: ${line}\n`);
  try {
    await part({ ...requested, print });
  } catch (error) {
    process.stderr.write(`${name}: FAILED\n${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
    return false;
  }
  print(`held, in ${Math.ceil((Date.now() - started) / 60_000)} min`);
  return true;
}

process.exit(await main());
