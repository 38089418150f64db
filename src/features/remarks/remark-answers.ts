import type { Instant } from "../../domain/ids.js";
import type { FactoryEvent } from "../../engine/event.js";
import { inlineCode } from "../../render/code.js";
import type { Remark } from "../halts/decision-state.js";

type Answer = {
  readonly at: Instant;
  /** The prefix of the keys; each thread adds its own id. */
  readonly key: string;
  /** The task's pull request, for remarks without a thread. */
  readonly pull: number;
  readonly remarks: readonly Remark[];
  readonly words: string;
};

/** One reply in each thread, and one comment for remarks without a thread. */
export function answerRemarks({ at, key, pull, remarks, words }: Answer): FactoryEvent[] {
  if (remarks.length === 0) return [];
  const threads = new Map(
    remarks.flatMap(({ thread, pull: written = pull }) => (thread === null ? [] : [[thread, written]])),
  );
  const loose = remarks.filter(({ thread }) => thread === null);
  const notes = [
    ...[...threads].map(([thread, issue]) => ({ key: `${key}:${thread}`, issue, thread, body: words, answers: null })),
    ...(loose.length === 0 ? [] : [{ key, issue: pull, body: `${list(loose)}\n\n${words}`, answers: null }]),
  ];
  return [{ kind: "remarks-answered", at, remarks: remarks.map(({ id }) => id), notes }];
}

function list(remarks: readonly Remark[]): string {
  return remarks.map((remark) => `- ${remark.by} ${place(remark)}`).join("\n");
}

function place({ path, line }: Remark): string {
  if (path === null) return "in a review";
  return `on ${inlineCode(line === null ? path : `${path}:${line}`)}`;
}
