import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobEffect, StateStore } from "../../src/engine/ports.js";
import { aChallenge, aFail, aPass, aProposal, approval } from "../support/debate.js";
import { memoryStore } from "../support/running/memory-store.js";
import { type Beginning, type RunningProduct, runningProduct } from "../support/running/running-product.js";
import { type BenchLine, below, type Progress, rounded } from "./bench-line.js";
import { debateInLangGraph, type GraphDebates } from "./debate-in-langgraph.js";
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

/** How many steps one debate persisted, and how long all of it or one step took. */
type Played = { readonly steps: number; readonly ms: number };

/**
 * One debate, by the real reconcile, and the same as a LangGraph.js graph: time for each persisted step. Roles and gates
 * answer at once, and GitHub is in memory, because LangGraph has none; `npm run bench -- task` has the step with GitHub.
 */
export async function benchDebate(progress: Progress): Promise<BenchLine[]> {
  progress("debates in memory");
  const inMemory = await debates(async (play) => play(memoryStore));
  progress("debates in git");
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
  progress("debates in LangGraph.js");
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
  return [
    ...besides(theirs, { inMemory, inGit }),
    {
      name: "a debate, persisted steps",
      value: inGit.steps,
      unit: "steps",
      note: "challenge, revise with its gates and the id of their run, challenge, adjudicate",
    },
    {
      name: "persisted step in memory",
      value: rounded(inMemory.ms),
      unit: "ms",
      note: "reconcile: observe, decide, write; no model, no gates",
    },
    {
      name: "persisted step in git",
      value: rounded(inGit.ms),
      unit: "ms",
      note: "the same, committed to a repository on disk",
    },
    ...timesOf(theirs),
  ];
}

/** Below it: what is persisted here can be read by people, and must not cost more for that. */
function besides(theirs: GraphDebates, ours: { readonly inMemory: Played; readonly inGit: Played }): BenchLine[] {
  const [name, unit, goal] = ["persisted step over that of LangGraph.js", "x", below(1)];
  if (theirs.kind === "not-installed") {
    return ["memory", "git over SQLite"].map((where) => ({
      name: `${name}, ${where}`,
      value: null,
      unit,
      goal,
      note: theirs.how,
    }));
  }
  const { inMemory, inSqlite } = theirs;
  if (inSqlite.steps !== ours.inGit.steps) throw new Error(`LangGraph.js persists ${inSqlite.steps} steps of a debate`);
  return [
    { name: `${name}, memory`, value: rounded(ours.inMemory.ms / inMemory.msPerStep), unit, goal },
    { name: `${name}, git over SQLite`, value: rounded(ours.inGit.ms / inSqlite.msPerStep), unit, goal },
  ];
}

function timesOf(theirs: GraphDebates): BenchLine[] {
  if (theirs.kind === "not-installed") return [];
  const [memory, disk] = [theirs.inMemory, theirs.inSqlite].map(({ msPerStep }) => rounded(msPerStep));
  return [
    { name: "persisted step in memory, LangGraph.js", value: memory ?? null, unit: "ms", note: "MemorySaver" },
    {
      name: "persisted step in SQLite, LangGraph.js",
      value: disk ?? null,
      unit: "ms",
      note: "SqliteSaver, durability sync",
    },
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
export async function debate(product: RunningProduct): Promise<Played> {
  await product.look();
  await untilAsked(product, "challenge");
  const before = product.commits();
  const began = performance.now();
  for (const [activity, luck] of DEBATE) {
    const job = await nextJob(product);
    if (askedBy(job) !== activity) throw new Error(`expected a job to ${activity}, not ${job.key}`);
    await product.finish(job.key, luck);
  }
  return { steps: product.commits() - before, ms: performance.now() - began };
}

async function untilAsked(product: RunningProduct, activity: string): Promise<void> {
  for (let jobs = 0; jobs < 20; jobs += 1) {
    const job = await nextJob(product);
    if (askedBy(job) === activity) return;
    await product.finish(job.key, "good");
  }
  throw new Error(`20 jobs have ended, and none was to ${activity}`);
}

/** Where there is no job, gates have run: the reconcile that GitHub's webhook would trigger reads their report. */
async function nextJob(product: RunningProduct): Promise<JobEffect> {
  for (let reconciles = 0; reconciles < 5; reconciles += 1) {
    const [job] = product.pending();
    if (job !== undefined) return job;
    await product.look();
  }
  throw new Error("no job starts, although five reconciles have read every report");
}

const askedBy = (job: JobEffect): string | undefined => (job.kind === "ask-role" ? job.activity : undefined);
