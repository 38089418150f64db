/** A GitHub in memory that performs effects. A product can run on it as long as a test likes. */

import type { GateRequest } from "../../../src/domain/gates/gate-request.js";
import { type GateNumber, VALIDATORS_BY_GATE, type ValidatorCode } from "../../../src/domain/gates/validator-code.js";
import { sha256 } from "../../../src/domain/hash.js";
import type { Instant, Sha } from "../../../src/domain/ids.js";
import type { Effect } from "../../../src/engine/effects/effect.js";
import type {
  Actor,
  Observed,
  ObservedComment,
  ObservedGateRun,
  ObservedPull,
  ObservedRemark,
} from "../../../src/engine/observation.js";
import type { ObservationQuery, Performed } from "../../../src/engine/ports.js";
import { checkDigest } from "../../../src/render/check-digest.js";
import { markerIn } from "../../../src/render/marker.js";
import { anAssertionResult } from "../assertion-result.js";
import { gateReport, validatorResult } from "../gate-report.js";
import { label } from "../loop.js";
import { observed, pull } from "../observed.js";

/** The process died after an effect and before it recorded it. */
export class Crash extends Error {}

export type HubOptions = {
  readonly now: () => Instant;
  /** Whether the process dies after this effect. */
  readonly dies: (effect: Effect) => boolean;
  /** What a gate run finds: nothing, a fault that can be fixed, or a contract that the code cannot satisfy. */
  readonly finds: (request: GateRequest) => Finds;
  /** The content of `.factory/config.yml`. It is empty unless a test needs more. */
  readonly configText?: string;
};

type Finds = "nothing" | "something" | "contract";

const BOT: Actor = { login: "factory[bot]", type: "Bot", role: null };

export function memoryHub({ now, dies, finds, configText = "" }: HubOptions) {
  let made = 0;
  let numbers = 10;
  let ids = 1_000;
  let defaultHead: Sha = "a".repeat(40);
  const newSha = () => {
    made += 1;
    return sha256(`commit ${made}`).slice(0, 40);
  };
  const pulls: ObservedPull[] = [];
  const comments: ObservedComment[] = [];
  const gateRuns: ObservedGateRun[] = [];
  const remarks: ObservedRemark[] = [];
  const replies: string[] = [];
  const reactions = new Map<number, string>();
  const performed: Effect[] = [];

  const change = (number: number, fields: Partial<ObservedPull>) => {
    const index = pulls.findIndex((candidate) => candidate.number === number);
    const before = pulls[index];
    if (before !== undefined) pulls[index] = { ...before, ...fields };
  };
  const newest = (branch: string) => pulls.findLast((candidate) => candidate.branch === branch);
  const post = (issue: number, body: string, author: Actor, fields: Partial<ObservedComment> = {}) => {
    const at = now();
    ids += 1;
    const id = ids;
    comments.push({
      id,
      issue,
      author,
      own: author === BOT,
      body,
      createdAt: at,
      updatedAt: at,
      edited: false,
      viaApp: false,
      ...fields,
    });
    return id;
  };
  const merge = (number: number, by: string) => {
    const { state, head } = pulls.find((candidate) => candidate.number === number) ?? {};
    if (state !== "open") return;
    defaultHead = newSha();
    // A squash merge results in the tree that was judged.
    change(number, {
      state: "merged",
      mergeSha: defaultHead,
      closedBy: by,
      headTree: head ?? null,
      mergeTree: head ?? null,
    });
  };

  function perform(effect: Effect): Performed {
    switch (effect.kind) {
      case "propose-files": {
        const current = newest(effect.branch);
        if (current?.state === "open") {
          if (current.key === effect.key) return false;
          change(current.number, { head: newSha(), key: effect.key });
          return true;
        }
        numbers += 1;
        pulls.push(pull({ number: numbers, branch: effect.branch, head: newSha(), key: effect.key }));
        return true;
      }
      case "commit-files":
      case "restore-tree":
      case "put-back-files": {
        const current = newest(effect.branch);
        if (current?.state !== "open" || current.key === effect.key || current.head !== effect.parent) return false;
        change(current.number, { head: newSha(), key: effect.key });
        return true;
      }
      case "say":
        if (comments.some(({ own, body }) => own && markerIn(body) === effect.key)) return false;
        post(effect.issue, effect.body, BOT);
        return true;
      case "reply":
        if (replies.includes(effect.key)) return false;
        replies.push(effect.key);
        return true;
      case "keep-comment": {
        const index = comments.findIndex(({ own, body }) => own && markerIn(body) === effect.key);
        const before = comments[index];
        if (before === undefined) post(effect.issue, effect.body, BOT);
        else comments[index] = { ...before, body: effect.body };
        return before?.body !== effect.body;
      }
      case "merge-pull-request":
        merge(effect.number, BOT.login);
        return true;
      case "post-review": {
        const { reviews = [] } = pulls.find(({ number }) => number === effect.number) ?? {};
        if (reviews.includes(effect.key)) return false;
        change(effect.number, { reviews: [...reviews, effect.key] });
        return true;
      }
      case "keep-check-run": {
        const digest = checkDigest(effect);
        for (const { number, head, checks } of pulls) {
          if (head !== effect.head) continue;
          change(number, { checks: [...checks.filter(({ key }) => key !== effect.key), { key: effect.key, digest }] });
        }
        return true;
      }
      case "dispatch-gates":
        if (gateRuns.some(({ nonce }) => nonce === effect.key)) return false;
        gateRuns.push(runOf(effect.request, gateRuns.length + 1, finds(effect.request)));
        return { run: { nonce: effect.key, runId: gateRuns.length, url: "http://127.0.0.1/" } };
      case "keep-marks":
        change(effect.issue, { labels: effect.labels, assignees: effect.assign });
        return true;
      case "close-pull-request":
        if (pulls.find(({ number }) => number === effect.number)?.state !== "open") return false;
        change(effect.number, { state: "closed", closedBy: BOT.login });
        return true;
      case "remove-comment": {
        const index = comments.findIndex(({ id }) => id === effect.comment);
        return index >= 0 && comments.splice(index, 1).length > 0;
      }
      case "react":
        reactions.set(effect.comment, effect.content);
        return false;
      case "create-labels":
      case "examine":
      case "update-branch":
      case "publish-release":
        return false;
      default:
        throw new Error(`${effect.kind} is a job and nothing to perform`);
    }
  }

  return {
    comments: comments as readonly ObservedComment[],
    pulls: pulls as readonly ObservedPull[],
    newest,
    merge,
    close: (number: number, by: string) => change(number, { state: "closed", closedBy: by }),
    push: (number: number, by: string) => change(number, { head: newSha(), headAuthor: by }),
    say: post,
    replies: replies as readonly string[],
    /** The reaction to each comment. */
    reactions: reactions as ReadonlyMap<number, string>,
    /** The effects that were performed since the last call. */
    performed: () => performed.splice(0),
    remarks: remarks as readonly ObservedRemark[],
    /** A comment on a line, which opens a thread. */
    remark: (pull: number, body: string, author: Actor) => {
      ids += 1;
      const at = { pull, path: "src/m1.ts", line: 1, thread: ids, createdAt: now() };
      remarks.push({ id: ids, author, body, ...at });
      return ids;
    },
    /** An effect that the process dies after is performed, but nobody has recorded it. */
    async perform(effect: Effect): Promise<Performed> {
      performed.push(effect);
      const done = perform(effect);
      if (dies(effect)) throw new Crash(effect.kind);
      return done;
    },
    observe: ({ branches, commentsSince, remarksSince, gateRuns: awaited }: ObservationQuery): Observed =>
      observed({
        remarks:
          remarksSince === null
            ? []
            : remarks.filter(
                ({ pull, createdAt }) =>
                  createdAt >= remarksSince && branches.some((branch) => newest(branch)?.number === pull),
              ),
        replies: remarksSince === null ? [] : replies,
        defaultHead,
        config: { status: "present", blob: "c".repeat(40), text: configText },
        requests: [label],
        pulls: branches.flatMap((branch) => newest(branch) ?? []),
        comments: comments.filter(({ own, updatedAt }) => own || updatedAt >= (commentsSince ?? "")),
        gateRuns: gateRuns.filter(({ nonce }) => awaited.some((request) => request.nonce === nonce)),
        stickies: comments.flatMap(({ id, issue, own, body }) => {
          const key = own ? markerIn(body) : null;
          return key === null ? [] : [{ key, id, issue, body }];
        }),
      }),
  };
}

const GATES: Readonly<Record<GateRequest["run_type"], readonly GateNumber[]>> = {
  CONTRACT: [0, 1],
  EXECUTION: [0, 1, 2],
  INTEGRITY: [3],
  BASELINE: [],
  RESOLVE: [],
};

/** The contract promises an export that has another signature in the code. */
const MISFIT = anAssertionResult({ passed: false, expected: "one text", actual: "two" });

/** A run that ends at once. Everything passes, or the last validator fails. */
function runOf(request: GateRequest, runId: number, found: Finds): ObservedGateRun {
  const codes = GATES[request.run_type].flatMap((gate): [GateNumber, ValidatorCode][] =>
    VALIDATORS_BY_GATE[gate].map((code) => [gate, code]),
  );
  const validators = codes.map(([gate, code], index) => {
    const failed = found !== "nothing" && index === codes.length - 1;
    return validatorResult({ code, gate, status: failed ? "FAILED" : "PASSED", message: code, fix: "Mend it." });
  });
  const suite = request.run_type === "BASELINE" || request.run_type === "INTEGRITY" ? [] : null;
  const isJudge = request.part === "judge";
  const assertions = isJudge && found === "contract" ? [MISFIT] : [];
  const report = gateReport(request, { validators: isJudge ? validators : [], assertions, suite });
  return { nonce: request.nonce, runId, url: "http://127.0.0.1/", state: "reported", report };
}
