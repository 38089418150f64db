import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Exchange } from "./exchange.js";

/** One file a step, in the order of the steps, with its exchanges line by line. */
export function saveExchanges(folder: string, exchanges: readonly Exchange[]): void {
  mkdirSync(folder, { recursive: true });
  const steps = [...new Set(exchanges.map(({ step }) => step))];
  for (const [index, step] of steps.entries()) {
    const lines = exchanges.filter((exchange) => exchange.step === step).map((exchange) => JSON.stringify(exchange));
    const name = `${String(index + 1).padStart(2, "0")}-${step}.jsonl`;
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
  }
}
