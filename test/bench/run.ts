/** `npm run bench -- [NAME ...] [--json]`: figures with their goals. */
import { performance } from "node:perf_hooks";
import type { Bench } from "./bench-line.js";
import { type BenchResult, exitCodeOf, judgeLines, summaryOf } from "./bench-result.js";
import { BENCHES } from "./benches.js";
import { describeNoise, measureNoise } from "./noise.js";
import { readArguments } from "./read-arguments.js";
import { benchTable } from "./table.js";

const NAMES = Object.keys(BENCHES);
const ROOM = Math.max(...NAMES.map(({ length }) => length));
const USAGE = `npm run bench -- [NAME ...] [--json]
${NAMES.map((name) => `  ${name.padEnd(ROOM)}  ${BENCHES[name]?.about}; about ${BENCHES[name]?.takes} on two idle processors`).join("\n")}
All of them if none is named, one after the other. Run them alone: before and after each, a fixed loop shows how much else the
machine does, and a time that misses its goal then misses it under load. Times are medians or minima of several runs.
  --json  one JSON document at the end; progress goes to the standard error either way

Exit codes: 0 every goal holds, 1 one is missed, 2 a bench came to no end, or there is none of that name. A time that misses its goal
under load changes nothing, because it says too little; a count is a count, load or no load.
`;

async function runBench(name: string, bench: Bench): Promise<BenchResult> {
  process.stderr.write(`${name}: ${bench.about}; about ${bench.takes}\n`);
  const before = await measureNoise();
  const began = performance.now();
  const passed = () => Math.round((performance.now() - began) / 1_000);
  let measured: Awaited<ReturnType<Bench["run"]>> = [];
  let failed: string | null = null;
  try {
    measured = await bench.run((step) => process.stderr.write(`${name}: after ${passed()} s: ${step}\n`));
  } catch (error) {
    // Told at the end, and by the exit code: the other benches have something to say all the same.
    failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const seconds = passed();
  const noise = { before, after: await measureNoise() };
  return { name, seconds, noise, lines: judgeLines(measured, noise), failed };
}

function printBench({ name, seconds, noise, lines, failed }: BenchResult): void {
  console.log(`${name}, in ${seconds} s`);
  console.log(`  before: ${describeNoise(noise.before)}`);
  console.log(`  after:  ${describeNoise(noise.after)}`);
  console.log(failed === null ? `\n${benchTable(lines)}\n` : `\ncame to no end: ${failed}\n`);
}

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2), NAMES);
  if (typeof asked === "string") {
    process.stderr.write(`bench: ${asked}\n`);
    return 2;
  }
  if (asked.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const results: BenchResult[] = [];
  for (const name of asked.names) {
    const bench = BENCHES[name];
    if (bench === undefined) throw new TypeError(`${name} was read as the name of a bench`);
    const result = await runBench(name, bench);
    results.push(result);
    if (!asked.json) printBench(result);
  }
  const code = exitCodeOf(results);
  console.log(asked.json ? JSON.stringify({ benches: results, exit_code: code }, null, 2) : summaryOf(results));
  return code;
}

process.exitCode = await main();
