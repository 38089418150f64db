import { LimitedUntil } from "../../domain/errors.js";
import { answersByTool, rootOf, unwrap } from "../answer-schema.js";
import type { Block, CallBlock, TextBlock } from "../message.js";
import type { Passing, Question } from "../model-port.js";
import type { ModelReply } from "../model-provider.js";
import { notAccepted, notSubmitted, submittedTooSoon, submittedTwice } from "./notes.js";
import { parseJson, type ReadAnswer, readAnswer } from "./read-answer.js";
import { replyOf } from "./reply.js";
import { runTools, ToolBroke, toolResult } from "./run-tools.js";

/** The consequence of one message of the model. `say` is the next message to it, given the number of tries left. */
export type Turn<T> =
  | { readonly kind: "refused" | "truncated"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string; readonly passing?: Passing }
  | { readonly kind: "limited"; readonly until: string; readonly limit: string }
  | { readonly kind: "answered"; readonly value: T }
  | { readonly kind: "going-on"; readonly say: readonly Block[] }
  | {
      readonly kind: "invalid";
      readonly problems: readonly string[];
      readonly last: string;
      say(triesLeft: number): readonly Block[];
    };

export async function takeTurn<T>(question: Question<T>, message: ModelReply): Promise<Turn<T>> {
  try {
    return await takeReply(question, message);
  } catch (error) {
    if (error instanceof ToolBroke)
      return { kind: "failed", why: error.message, ...(error.isPassing ? { passing: {} } : {}) };
    if (error instanceof LimitedUntil) return { kind: "limited", until: error.until, limit: error.limit };
    throw error;
  }
}

async function takeReply<T>(question: Question<T>, message: ModelReply): Promise<Turn<T>> {
  const reply = replyOf(message);
  switch (reply.kind) {
    case "refused":
    case "truncated":
      return reply;
    case "paused":
      return { kind: "going-on", say: [] };
    case "calls":
      return takeCalls(question, reply.calls);
    case "text":
      return answersByTool(question) ? missing(question, reply.text) : takeText(question, reply.text);
    default:
      return reply satisfies never;
  }
}

async function takeText<T>(question: Question<T>, text: string): Promise<Turn<T>> {
  const json = parseJson(text);
  const answer = json.ok ? await readAnswer(question, unwrap(json.value, rootOf(question.Answer))) : json;
  if (answer.ok) return { kind: "answered", value: answer.value };
  const { problems } = answer;
  // One spelling of a value, so that a recording of it ends like the original.
  const last = json.ok ? JSON.stringify(json.value) : text;
  return { kind: "invalid", problems, last, say: (tries) => [textBlock(notAccepted(problems, tries))] };
}

function missing<T>(question: Question<T>, text: string): Turn<T> {
  const problems = [notSubmitted(question.submitAs)];
  return { kind: "invalid", problems, last: text, say: (tries) => [textBlock(notAccepted(problems, tries))] };
}

/** Runs the requested tools. It accepts the answer only from a turn without other problems. */
async function takeCalls<T>(question: Question<T>, calls: readonly CallBlock[]): Promise<Turn<T>> {
  const submits = calls.filter(({ name }) => name === question.submitAs);
  const others = calls.filter(({ name }) => name !== question.submitAs);
  const results = await runTools(others, question.tools);
  const [submit] = submits;
  if (submit === undefined) return { kind: "going-on", say: results };
  const failedTools = others.filter((_, index) => results[index]?.isError === true).map(({ name }) => name);
  if (failedTools.length > 0) {
    const note = submittedTooSoon(question.submitAs, failedTools);
    return { kind: "going-on", say: [...results, ...submits.map(({ id }) => toolResult(id, note, true))] };
  }
  const answer = await readSubmitted(question, submits);
  if (answer.ok) return { kind: "answered", value: answer.value };
  const { problems } = answer;
  return {
    kind: "invalid",
    problems,
    last: JSON.stringify(submit.input),
    say: (tries) => [...results, ...submits.map(({ id }) => toolResult(id, notAccepted(problems, tries), true))],
  };
}

async function readSubmitted<T>(question: Question<T>, submits: readonly CallBlock[]): Promise<ReadAnswer<T>> {
  if (submits.length > 1) return { ok: false, problems: [submittedTwice(question.submitAs, submits.length)] };
  return readAnswer(question, unwrap(submits[0]?.input, rootOf(question.Answer)));
}

function textBlock(text: string): TextBlock {
  return { kind: "text", text };
}
