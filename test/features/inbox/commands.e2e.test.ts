import { describe, expect, it } from "vitest";
import { allCommands } from "../../../src/commands/all-commands.js";
import { readCommands } from "../../../src/commands/read-commands.js";
import { mayDecide } from "../../../src/commands/who-may.js";
import type { Effect } from "../../../src/engine/effects/effect.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { Actor } from "../../../src/engine/observation.js";
import { observationQuery } from "../../../src/engine/observation-query.js";
import { waitsOf } from "../../../src/engine/waits.js";
import { ownedPlaces } from "../../../src/features/inbox/owned-places.js";
import { isFinished } from "../../../src/features/spec/reduce-product.js";
import { STATUS_KEY } from "../../../src/features/status/status-comment.js";
import { checkState } from "../../../src/features/tasks/board/check-state.js";
import { markerIn } from "../../../src/render/marker.js";
import { REQUEST } from "../../support/loop.js";
import { HERE } from "../../support/loop-world.js";
import { person } from "../../support/observed.js";
import {
  aboutContracts,
  anybody,
  anything,
  BUTTONS,
  type Dice,
  dice,
  openPull,
  REMARKS,
  whatIsAsked,
} from "../../support/running/random-people.js";
import { type RunningProduct, runningProduct } from "../../support/running/running-product.js";

const COMMANDS = allCommands();

/** More of them with `COMMAND_SEEDS=5000`; one alone with `COMMAND_SEED=17`. */
const SEEDS = Number(process.env.COMMAND_SEEDS ?? 200);
const ONLY = process.env.COMMAND_SEED;
const STEPS = 14;
/** Most products go by the defaults; some come to a checkpoint after every task, or have little money. */
const CONFIGS = {
  usual: "",
  "after every task": "execution_mode: checkpoint\n",
  poor: "budgets: {warn_usd: 0.03, hard_usd: 0.08}\n",
};

/** A comment, and how many answers it may get: one from where the loop listens; elsewhere one at most, should it listen there later. */
type Said = {
  readonly id: number;
  readonly body: string;
  readonly answers: readonly number[];
  /** What was asked for, where that is one thing. */
  readonly verb: string | undefined;
};

async function say(
  product: RunningProduct,
  chance: Dice,
  given?: { readonly body?: string; readonly author?: Actor; readonly issue?: number },
): Promise<Said> {
  const state = product.state();
  const author = given?.author ?? anybody(chance);
  const numbers = product.hub.pulls.map(({ number }) => number);
  const issue = given?.issue ?? (chance.percent(60) ? REQUEST : chance.pick([REQUEST, 99, ...numbers]));
  const body = given?.body ?? anything(chance, state);
  const edited = chance.percent(8);
  const { config } = product;
  const observed = await product.observed(HERE, observationQuery(state, config, null));
  const listens = ownedPlaces({ state, observed, config }).has(issue);
  const id = product.hub.say(issue, body, author, { edited });
  const isCommand = body.startsWith("/factory") && author.type === "User";
  // Strangers share one answer, which has a key of its own (strangers.test.ts).
  const isStranger = author.role !== null && !mayDecide({ ...author, role: author.role }, "write", config.approvers);
  const answers = isCommand && !isStranger ? (listens ? [1] : [0, 1]) : [0];
  const read = readCommands(body);
  const [only, ...more] = read.ok ? read.value : [];
  const verb = only?.outcome.ok === true && more.length === 0 ? only.outcome.value.command.verb : undefined;
  return { id, body: `${author.login} in #${issue}: ${body}`, answers, verb };
}

/** What somebody was told is done has changed something, beside that they were told; a question changes nothing. */
function expectDone(before: FactoryState, { hub, state }: RunningProduct, { id, body, verb }: Said): void {
  if (hub.reactions.get(id) !== "+1" || verb === undefined || verb === "status" || verb === "help") return;
  const matter = ({ inbox: _, heard: __, updated_at: ___, noted: ____, written: _____, ...rest }: FactoryState) => rest;
  expect(matter(state()), `${body} was said to be done`).not.toEqual(matter(before));
}

/**
 * A remark in a review, and how many times it may be answered or still be kept: never twice, and never neither. One that does
 * not count leaves nothing, whenever it is read.
 */
type Remarked = {
  readonly id: number;
  readonly what: string;
  readonly counts: boolean;
  readonly heard: readonly number[];
};

function remark(product: RunningProduct, chance: Dice, remarked: Remarked[]): void {
  const pull = openPull(chance, product.hub.pulls);
  if (pull === undefined) return;
  const author = anybody(chance);
  const body = chance.pick(REMARKS);
  const { project } = product.state();
  const task = Object.values(project?.tasks ?? {}).find(({ pull_request }) => pull_request === pull.number);
  const isRead = task?.status === "IN_PROGRESS" || task?.status === "HALTED";
  const counts = author.type === "User" && (author.role === "write" || body.startsWith("/factory"));
  const id = product.hub.remark(pull.number, body, author);
  const heard = !counts ? [0] : isRead && project?.status !== "ABORTED" ? [1] : [0, 1];
  remarked.push({ id, what: `${author.login} in a review of #${pull.number}: ${body}`, counts, heard });
}

/** Somebody presses a button under a check run, wherever it stands. */
async function press(product: RunningProduct, chance: Dice, pressed: number[]): Promise<void> {
  const pull = openPull(chance, product.hub.pulls);
  const { login, type, role } = anybody(chance);
  if (pull === undefined || type !== "User") return;
  const check = 5_000 + pressed.length;
  pressed.push(check);
  const by = { login, type, role };
  const at = product.now();
  const event = { kind: "button-pressed", at, button: chance.pick(BUTTONS), by, check, head: pull.head } as const;
  expectSettled(await product.look([{ events: [event], files: [] }]));
}

/** What people did, to be held against what they were told. */
type Told = { readonly said: Said[]; readonly remarked: Remarked[]; readonly pressed: number[] };

/** One thing that happens: mostly work goes on or somebody says something; sometimes somebody lays hands on it. */
async function step(product: RunningProduct, chance: Dice, { said, remarked, pressed }: Told): Promise<void> {
  const jobs = product.jobs();
  if (chance.percent(36)) {
    const before = product.state();
    const one = await say(product, chance);
    said.push(one);
    // Several at once are read in one look, and in the same second.
    const more = chance.percent(25) ? [await say(product, chance, { issue: REQUEST })] : [];
    said.push(...more);
    const result = await product.look();
    expectSettled(result);
    if (result !== "died" && more.length === 0) expectDone(before, product, one);
    return;
  }
  if (chance.percent(10)) remark(product, chance, remarked);
  else if (chance.percent(8)) return press(product, chance, pressed);
  else if (jobs.length > 0 && chance.percent(80)) {
    const luck = chance.percent(20) ? "upstream" : chance.percent(12) ? "bad" : "good";
    expectSettled(await product.finish(chance.pick(jobs), luck));
    return;
  } else {
    const pull = openPull(chance, product.hub.pulls);
    const isRevert = pull?.branch.startsWith("factory/undo-") === true;
    if (pull !== undefined && (isRevert || chance.percent(20))) product.hub.merge(pull.number, "bob");
    else if (pull !== undefined && chance.percent(30)) product.hub.push(pull.number, "bob");
    else if (pull !== undefined && chance.percent(20)) product.hub.close(pull.number, "bob");
  }
  expectSettled(await product.look());
}

function expectSettled(result: Awaited<ReturnType<RunningProduct["look"]>>): void {
  if (result !== "died") expect(result).toEqual({ kind: "settled" });
}

/** All that a pause leaves: whoever speaks or presses is answered, and the status comment says that it is paused. */
function isAcknowledgement({ kind, key }: Effect): boolean {
  if (kind === "say") return /^(?:answer|button|stranger):/.test(key);
  return kind === "react" || (kind === "keep-comment" && key === STATUS_KEY);
}

const ROUNDING = 1e-9;

/** Questions that were put since, though the same checkpoint was open all the time. */
function askedAtCheckpoint(before: FactoryState, product: RunningProduct, running: readonly string[]): string[] {
  const { open } = product.state().checkpoint;
  if (open === null || before.checkpoint.open?.number !== open.number) return [];
  return product
    .pending()
    .filter(({ kind, key }) => (kind === "ask-role" || kind === "debate-contract") && !running.includes(key))
    .map(({ key }) => `${key} is asked at a checkpoint`);
}

/** What must hold at any moment. That it can be written and read again is seen to by every commit. */
function expectSound(before: FactoryState, product: RunningProduct, running: readonly string[]): void {
  const state = product.state();
  const wrong: string[] = askedAtCheckpoint(before, product, running);
  const checked = state.project === null ? undefined : checkState(state.project);
  if (checked?.ok === false) wrong.push(checked.refusal.message);
  for (const [id, task] of Object.entries(before.project?.tasks ?? {})) {
    const now = state.project?.tasks[id];
    if (now === undefined) wrong.push(`${id} is lost`);
    else if (now.declaration_order !== task.declaration_order) wrong.push(`${id} has another place`);
  }
  const { sure, doubtful } = product.bill;
  const spent = state.spent.project.known_usd;
  if (spent < sure - ROUNDING || spent > sure + doubtful + ROUNDING)
    wrong.push(`${spent} of ${sure} USD are on record`);
  const keys = product.hub.comments.filter(({ own }) => own).map(({ body }) => markerIn(body));
  if (keys.length !== new Set(keys).size) wrong.push(`something was said twice: ${keys.join(", ")}`);
  const done = product.hub.performed();
  if (before.project?.status === "PAUSED" && state.project?.status === "PAUSED") {
    wrong.push(
      ...done.filter((effect) => !isAcknowledgement(effect)).map(({ kind, key }) => `paused, and ${kind} ${key}`),
    );
    wrong.push(...product.jobs().map((key) => `paused, and ${key} is asked`));
  }
  expect(wrong).toEqual([]);
}

/** People have gone home: what is under way ends well, and then nothing moves any more. */
async function drain(product: RunningProduct): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const before = product.state();
    const running = product.jobs();
    const [job] = running;
    const result = job === undefined ? await product.look() : await product.finish(job, "good");
    expectSettled(result);
    expectSound(before, product, running);
    if (result !== "died" && product.jobs().length === 0 && product.state() === before) return;
  }
  throw new Error(`still busy with ${product.jobs().join(", ")}`);
}

/** Where a remark went: what was or will be said to it, that it waits for a revision, or that it is there to be read after a pause. */
function tracesOf({ hub, state }: RunningProduct, { id, counts }: Remarked): string[] {
  const { inbox, remarks, noted, project } = state();
  const pending = inbox.pending.filter(({ thread }) => thread === id).map(({ key }) => key);
  const said = hub.replies.filter((key) => key.split(":").at(-1) === String(id));
  const isNoted = [`remark:${id}`, `review-command:${id}`].some((key) => noted.includes(key));
  const unread = counts && hub.remarks.some((one) => one.id === id && one.createdAt >= inbox.since);
  return [
    ...new Set([...said, ...pending]),
    ...remarks.filter((one) => one.id === id).map(() => "kept"),
    ...(project?.status === "PAUSED" && !isNoted && unread ? ["to be read"] : []),
  ];
}

/** Runs find little; but in some lives code and contract do not fit, until somebody decides about it. */
function gatesOf(chance: Dice): Parameters<typeof runningProduct>[0]["finds"] {
  let misfits = chance.percent(30) ? 3 : 0;
  return ({ run_type, part }) => {
    if (run_type === "BASELINE") return "nothing";
    if (run_type === "EXECUTION" && misfits > 0) {
      if (part === "judge") misfits -= 1;
      return "contract";
    }
    return chance.percent(6) ? "something" : "nothing";
  };
}

/** How often each way of speaking led to something. */
type Took = { ices: number; amendments: number; buttons: number; remarks: number; pauses: number; checkpoints: number };

async function live(seed: number, took: Took, obeyed: Set<string>): Promise<void> {
  const chance = dice(seed);
  const configText = CONFIGS[chance.pick(["usual", "usual", "after every task", "poor"] as const)];
  const product = await runningProduct({ dies: () => chance.percent(2), finds: gatesOf(chance), configText });
  const { config } = product;
  const told: Told = { said: [], remarked: [], pressed: [] };
  const { said, remarked, pressed } = told;
  for (let index = 0; index < STEPS; index += 1) {
    const before = product.state();
    const running = product.jobs();
    await step(product, chance, told);
    if (before.project?.status === "PAUSED" && product.state().project?.status === "PAUSED") took.pauses += 1;
    if (before.checkpoint.open === null && product.state().checkpoint.open !== null) took.checkpoints += 1;
    expectSound(before, product, running);
  }
  await drain(product);
  // Somebody who may answers what is asked by now, one after the other.
  for (let round = 0; round < 2; round += 1) {
    const before = product.state();
    const contracts = aboutContracts(chance, before);
    const asked = contracts.length > 0 ? contracts : whatIsAsked(chance, before);
    if (asked.length === 0 && (isFinished(before) || chance.percent(50))) break;
    const body = asked.length === 0 ? "/factory release" : chance.pick(asked);
    said.push(await say(product, chance, { body, author: person("ada"), issue: REQUEST }));
    await drain(product);
  }
  const keys = product.hub.comments.filter(({ own }) => own).map(({ body }) => markerIn(body));
  const wrong = said
    .map((one) => ({ ...one, given: keys.filter((key) => key === `answer:${one.id}`).length }))
    .filter(({ given, answers }) => !answers.includes(given));
  expect(wrong).toEqual([]);
  const toStrangers = keys.filter((key) => key?.startsWith("stranger:"));
  expect(toStrangers).toEqual([...new Set(toStrangers)]);
  const state = product.state();
  const unheard = remarked
    .map((one) => ({ ...one, found: tracesOf(product, one) }))
    .filter(({ heard, found }) => !heard.includes(found.length));
  expect(unheard).toEqual([]);
  const acknowledged = pressed.map((check) => keys.filter((key) => key?.startsWith(`button:${check}:`)).length);
  expect(acknowledged).toEqual(pressed.map(() => 1));
  for (const { id, verb } of said) if (verb !== undefined && product.hub.reactions.get(id) === "+1") obeyed.add(verb);
  took.ices += Object.values(state.interface_changes).filter(({ decisions }) => decisions.length > 0).length;
  took.amendments += Object.keys(state.amendment_precedents ?? {}).length;
  took.buttons += pressed.length;
  took.remarks += product.hub.replies.length;
  const observed = await product.observed(HERE, observationQuery(state, config, null));
  const view = { state, observed, config, files: new Map(), now: null, pending: [] };
  if (!isFinished(state)) expect(waitsOf(view)).not.toEqual([]);
}

describe("any commands by anybody, while a product runs and its App dies now and then", () => {
  const took: Took = { ices: 0, amendments: 0, buttons: 0, remarks: 0, pauses: 0, checkpoints: 0 };
  const obeyed = new Set<string>();
  const seeds = ONLY === undefined ? Array.from({ length: SEEDS }, (_, index) => index + 1) : [Number(ONLY)];
  const share = Math.ceil(seeds.length / 4);
  const shares = [0, 1, 2, 3].map((part) => seeds.slice(part * share, (part + 1) * share));

  it.each(shares.filter(({ length }) => length > 0).map((lives) => ({ first: lives[0], last: lives.at(-1), lives })))(
    "leave it sound, lose nothing, are each answered once, and it always says what it waits for: lives $first to $last",
    async ({ lives }) => {
      for (const seed of lives) {
        await live(seed, took, obeyed).catch((error: unknown) => {
          throw new Error(`COMMAND_SEED=${seed} shows it again`, { cause: error });
        });
      }
    },
  );

  it.skipIf(ONLY !== undefined)(
    "are all executed in one run or another, and every person with a right to an answer gets one",
    () => {
      expect(seeds.length).toBeGreaterThan(0);
      // The spec that they began with is behind them, and it has no ledger to trace.
      const commands = COMMANDS.map(({ verb }) => verb).filter(
        (verb) => !["approve", "reject", "amend", "answer", "trace"].includes(verb),
      );
      expect(commands.filter((verb) => !obeyed.has(verb))).toEqual([]);
      for (const [who, times] of Object.entries(took)) expect(times, who).toBeGreaterThan(4);
    },
  );
});
