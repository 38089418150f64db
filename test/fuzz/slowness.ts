import { availableParallelism, loadavg } from "node:os";

/** What the work took on two cores that did nothing else, where the milliseconds that a text may take were measured. */
const REFERENCE_MS = 7;
const TRIES = 5;

/**
 * How many times more of the processor this machine takes than that one, just now; never less than once. A small piece of work
 * shows how fast the processor is. One that needs much memory takes up to three times as much again where caches are shared.
 */
export function slowness(): number {
  const processor = Math.min(...Array.from({ length: TRIES }, cpuMsOfWork)) / REFERENCE_MS;
  const sharing = Math.min(3, (loadavg()[0] ?? 0) / availableParallelism());
  return Math.max(1, processor) * Math.max(1, sharing);
}

function cpuMsOfWork(): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** What parsers do: texts are matched, collected, written and read. */
function work(): number {
  const text = "word, another: [third] ".repeat(4_000);
  let found = 0;
  for (let round = 0; round < 4; round += 1) {
    const words = new Map<string, number>();
    for (const [word] of text.matchAll(/[a-z]+/g)) words.set(word + (words.size % 512), (words.get(word) ?? 0) + 1);
    found += JSON.parse(JSON.stringify([...words])).length;
  }
  return found;
}
