/** Run by `trial.ts`: the parsers of one module, tried on what the parent sends. */
import type { Parser } from "./parsers.js";
import type { Answer, Question } from "./trial.js";
import { tryInput } from "./try-input.js";

const { PARSERS }: { readonly PARSERS: readonly Parser[] } = await import(process.argv[2] ?? "");

const say = (answer: Answer) => process.send?.(answer);

process.on("message", ({ parser: name, text, allowed }: Question) => {
  const parser = PARSERS.find((one) => one.name === name);
  if (parser === undefined) throw new Error(`there is no parser called ${name}`);
  say({ kind: "tried", finding: tryInput(parser, text, allowed) });
});

// Code is compiled when it first runs, and stays.
for (const { parse, corpus } of PARSERS) for (const text of corpus.slice(0, 1)) parse(text);
globalThis.gc?.();
say({ kind: "ready", heapMiB: process.memoryUsage().heapUsed / 1_048_576 });
