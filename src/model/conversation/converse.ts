import type { ContentBlockParam } from "@anthropic-ai/sdk/resources/messages";
import type { CallOutcome, UsageLine } from "../../domain/artifacts/usage-ledger.js";
import type { Usage } from "../../domain/budget/cost.js";
import { estimateTokens } from "../../domain/budget/tokens.js";
import type { ToolCall } from "../../domain/debate/write-guard.js";
import { ConversationBroke, type Limited, type Question, type RoleOutcome, type Stopped } from "../model-port.js";
import type { Attempts } from "../providers/anthropic/call-again.js";
import type { CallFailure } from "../providers/anthropic/call-failure.js";
import { CANCELLED } from "../providers/anthropic/call-model.js";
import type { ArrivedMessage } from "../providers/anthropic/message-assembler.js";
import { fitWindow } from "./fit-window.js";
import { type Message, opening } from "./opening.js";
import { queriesIn, sourcesIn } from "./reply.js";
import { type Turn, takeTurn } from "./take-turn.js";

/** A role that has not answered after so many turns is not going to. */
export const MAX_TURNS = 60;

/** How a conversation reaches the model, and how its calls become lines of the ledger. */
export type Exchange = {
  send(
    messages: readonly Message[],
    mayRepeat: (failures: readonly CallFailure[]) => Promise<boolean>,
  ): Promise<Attempts>;
  line(call: { readonly requestId: string | null; readonly usage: Usage; readonly outcome: CallOutcome }): UsageLine;
};

/** One question from its first message to its outcome. Nothing is remembered beyond it (requirements.md#fresh-context). */
export async function converse<T>(
  question: Question<T>,
  { send, line }: Exchange,
): Promise<RoleOutcome<T> | Limited | Stopped> {
  const usage: UsageLine[] = [];
  const calls: ToolCall[] = [];
  const sources = new Set<string>();
  const queries = new Set<string>();
  let messages: readonly Message[] = [opening(question.given)];
  let reAsked = 0;
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    const messageTokens = estimateTokens(JSON.stringify(messages), question.config.sizing);
    const mayGoOn = async (failures: readonly CallFailure[]) =>
      (await question.mayGoOn?.({ usage: [...usage, ...failures.map(line)], messageTokens })) ?? true;
    if (!(await mayGoOn([]))) return { kind: "stopped", usage, calls };
    const { result, failures } = await send(messages, mayGoOn);
    usage.push(...failures.map(line));
    if (result.kind === "unsent") return { kind: "failed", why: CANCELLED, usage, calls };
    if (result.kind === "failure") {
      return { ...outcomeOf(result), usage: [...usage, line(result)], calls };
    }
    const { message, requestId } = result;
    calls.push(...callsIn(message));
    for (const source of sourcesIn(message.content)) sources.add(source);
    for (const query of queriesIn(message.content)) queries.add(query);
    const called = (outcome: CallOutcome) => line({ requestId, usage: message.usage, outcome });
    const turn = await takeTurn(question, message).catch((error: unknown) => {
      throw new ConversationBroke([...usage, called("answered")], error);
    });
    usage.push(called(CALL_OUTCOMES[turn.kind]));
    if (turn.kind === "answered") return { ...turn, ...searched(sources, queries), usage, calls };
    if ("why" in turn || turn.kind === "limited") return { ...turn, usage, calls };
    if (turn.kind === "invalid") {
      const { problems, last } = turn;
      if (reAsked >= question.reAsks) return { kind: "invalid", problems, last, usage, calls };
      reAsked += 1;
    }
    const say = turn.kind === "invalid" ? turn.say(question.reAsks - reAsked + 1) : turn.say;
    messages = continued(question, messages, message, say);
  }
  return { kind: "failed", why: `The model made ${MAX_TURNS} turns without handing in an answer.`, usage, calls };
}

function searched(sources: ReadonlySet<string>, queries: ReadonlySet<string>) {
  return { sources: [...sources], ...(queries.size === 0 ? {} : { queries: [...queries] }) };
}

function outcomeOf({ outcome, why, passing, retryAfter }: CallFailure) {
  const after = retryAfter === null ? {} : { retryAfterMs: retryAfter };
  if (outcome === "overloaded") return { kind: outcome, why, ...after };
  return { kind: outcome, why, ...(passing ? { passing: after } : {}) };
}

/** A turn that goes on, and one whose tool broke or met a limit, were answered as calls: the model did its part. */
const CALL_OUTCOMES = {
  answered: "answered",
  "going-on": "answered",
  failed: "answered",
  limited: "answered",
  invalid: "invalid",
  refused: "refused",
  truncated: "truncated",
} as const satisfies Record<Turn<unknown>["kind"], CallOutcome>;

function callsIn({ content }: ArrivedMessage): ToolCall[] {
  return content.flatMap((block) => (block.type === "tool_use" ? [{ name: block.name, input: block.input }] : []));
}

function continued<T>(
  { role, config }: Question<T>,
  messages: readonly Message[],
  { content, usage }: ArrivedMessage,
  say: readonly ContentBlockParam[],
): readonly Message[] {
  // The provider refuses an empty message; a paused turn is continued by sending it back alone.
  const past = [...messages, ...(content.length > 0 ? [{ role: "assistant" as const, content: [...content] }] : [])];
  const next = say.length > 0 ? [{ role: "user" as const, content: [...say] }] : [];
  return fitWindow({ past, say: next, usage }, config.models[role].name, config);
}
