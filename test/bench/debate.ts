import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StateStore } from "../../src/ports.js";
import { aChallenge, aFail, aPass, aProposal, approval } from "../support/debate.js";
import { memoryStore } from "../support/running/memory-store.js";
import { type Beginning, type RunningProduct, runningProduct } from "../support/running/running-product.js";
import type { BenchLine } from "./bench-line.js";
import { debateInLangGraph, type GraphDebates } from "./langgraph/debate-in-langgraph.js";
import { localGitStore } from "./local-git-store.js";

const DEBATES = 30;
/** The compiler warms up. */
const WARM_UP = 10;

/** Role, and whether it answers as one hopes: a challenge that fails, a revision, one that passes, a verdict. */
const DEBATE = [
  ["challenge", "bad"],
  ["revise", "good"],
  ["challenge", "good"],
  ["adjudicate", "good"],
] as const;

type Played = { readonly steps: number; readonly ms: number };

/**
 * One debate, by the real reconcile, and the same as a LangGraph.js graph: time for each persisted step. Roles and gates
 * answer at once, and GitHub is in memory, because LangGraph has none; `npm run bench -- task` has the step with GitHub.
 */
export async function benchDebate(): Promise<BenchLine[]> {
  const inMemory = await debates(async (play) => play(memoryStore));
  const inGit = await debates(async (play) => {
    const directory = await mkdtemp(join(tmpdir(), "bench-state-"));
    let close = async () => {};
    const played = await play(async (beginning) => {
      const opened = await localGitStore(directory, beginning);
      close = opened.close;
      return opened.store;
    });
    await close();
    await rm(directory, { recursive: true, force: true });
    return played;
  });
  const own = [
    line("a debate, persisted steps", inGit.steps, "steps", "challenge, revise with its gates, challenge, adjudicate"),
    line("persisted step in memory", perStep(inMemory), "ms", "reconcile: observe, decide, write; no model, no gates"),
    line("persisted step in git", perStep(inGit), "ms", "the same, committed to a repository on disk"),
  ];
  const theirs = await debateInLangGraph({
    debates: DEBATES,
    warmUp: WARM_UP,
    answers: {
      objection: aChallenge(aFail()),
      pass: aChallenge(aPass()),
      proposal: aProposal(),
      adjudication: approval,
    },
  });
  return [...own, ...besides(theirs, { inMemory, inGit })];
}

function besides(theirs: GraphDebates, ours: { readonly inMemory: Played; readonly inGit: Played }): BenchLine[] {
  if (theirs.kind === "not-installed") return [line("LangGraph.js", 0, "runs", theirs.how)];
  const { inMemory, inSqlite } = theirs;
  if (inSqlite.steps !== ours.inGit.steps) throw new Error(`LangGraph.js persists ${inSqlite.steps} steps of a debate`);
  return [
    line("persisted step in memory, LangGraph.js", rounded(inMemory.msPerStep), "ms", "MemorySaver"),
    line("persisted step in SQLite, LangGraph.js", rounded(inSqlite.msPerStep), "ms", "SqliteSaver, durability sync"),
    line("ours to LangGraph.js, in memory", rounded(ours.inMemory.ms / inMemory.msPerStep), "times"),
    line("ours to LangGraph.js, on disk", rounded(ours.inGit.ms / inSqlite.msPerStep), "times"),
  ];
}

type Play = (openStore: (beginning: Beginning) => Promise<StateStore>) => Promise<Played>;

/** The median of many debates, each in a product of its own. */
async function debates(inWorld: (play: Play) => Promise<Played>): Promise<Played> {
  const all: Played[] = [];
  for (let index = 0; index < WARM_UP + DEBATES; index += 1) {
    const played = await inWorld(async (openStore) =>
      debate(await runningProduct({ dies: () => false, finds: () => "nothing" }, openStore)),
    );
    if (index >= WARM_UP) all.push({ steps: played.steps, ms: played.ms / played.steps });
  }
  const median = all.toSorted((one, other) => one.ms - other.ms)[Math.floor(all.length / 2)];
  if (median === undefined) throw new RangeError("no debate was held");
  return median;
}

/** A task is brought to its first challenge; what follows is measured. */
async function debate(product: RunningProduct): Promise<Played> {
  await product.look();
  for (let job = 0; job < 20 && asked(product) !== "challenge"; job += 1) await product.finish(first(product), "good");
  const before = product.commits();
  const began = performance.now();
  for (const [move, luck] of DEBATE) {
    if (asked(product) !== move) throw new Error(`expected to ${move}, but there is ${product.jobs().join(", ")}`);
    await product.finish(first(product), luck);
  }
  return { steps: product.commits() - before, ms: performance.now() - began };
}

function asked(product: RunningProduct): string | undefined {
  const [job] = product.owed();
  return job?.kind === "ask-role" ? job.move : undefined;
}

function first(product: RunningProduct): string {
  const [key] = product.jobs();
  if (key === undefined) throw new Error("nothing is owed");
  return key;
}

const perStep = ({ ms }: Played) => rounded(ms);
const rounded = (value: number) => Math.round(value * 100) / 100;
const line = (name: string, value: number, unit: string, note?: string): BenchLine => ({
  name,
  value,
  unit,
  ...(note === undefined ? {} : { note }),
});
