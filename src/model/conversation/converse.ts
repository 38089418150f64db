import type { CallOutcome, UsageLine } from "../../domain/artifacts/usage-ledger.js";
import type { Usage } from "../../domain/budget/cost.js";
import { mostTokens } from "../../domain/budget/tokens.js";
import type { ToolCall } from "../../domain/debate/write-guard.js";
import type { Block, Message } from "../message.js";
import { ConversationBroke, type Limited, type Question, type RoleOutcome, type Stopped } from "../model-port.js";
import { CANCELLED, type CallFailure, type ModelProvider, type ModelReply } from "../model-provider.js";
import type { Attempts } from "./call-again.js";
import { fitWindow } from "./fit-window.js";
import { opening } from "./opening.js";
import { searchLog } from "./reply.js";
import { type Turn, takeTurn } from "./take-turn.js";

/** A role without an answer after this many turns will not give one. */
export const MAX_TURNS = 60;

/** How a conversation calls the model, and how its calls are recorded in the ledger. */
export type Exchange = Pick<ModelProvider, "searchesIn"> & {
  send(
    messages: readonly Message[],
    mayRepeat: (failures: readonly CallFailure[]) => Promise<boolean>,
  ): Promise<Attempts>;
  line(call: { readonly requestId: string | null; readonly usage: Usage; readonly outcome: CallOutcome }): UsageLine;
};

/**
 * One question, from its first message to its outcome. Nothing is remembered afterwards
 * (requirements.md#fresh-context).
 */
export async function converse<T>(
  question: Question<T>,
  { send, line, searchesIn }: Exchange,
): Promise<RoleOutcome<T> | Limited | Stopped> {
  const usage: UsageLine[] = [];
  const calls: ToolCall[] = [];
  const searches = searchLog(searchesIn);
  let messages: readonly Message[] = [opening(question.given)];
  let reAsked = 0;
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    const messageTokens = mostTokens(JSON.stringify(messages));
    const mayGoOn = async (failures: readonly CallFailure[]) =>
      (await question.mayGoOn?.({ usage: [...usage, ...failures.map(line)], messageTokens })) ?? true;
    if (!(await mayGoOn([]))) return { kind: "stopped", usage, calls };
    const { result, failures } = await send(messages, mayGoOn);
    usage.push(...failures.map(line));
    if (result.kind === "unsent") return { kind: "failed", why: CANCELLED, usage, calls };
    if (result.kind === "failure") {
      return { ...outcomeOf(result), usage: [...usage, line(result)], calls };
    }
    calls.push(...callsIn(result));
    searches.note(result.content);
    const called = (outcome: CallOutcome) => line({ requestId: result.requestId, usage: result.usage, outcome });
    const turn = await takeTurn(question, result).catch((error: unknown) => {
      throw new ConversationBroke([...usage, called("answered")], error);
    });
    usage.push(called(CALL_OUTCOMES[turn.kind]));
    if (turn.kind === "answered") return { ...turn, ...searches.told(), usage, calls };
    if ("why" in turn || turn.kind === "limited") return { ...turn, usage, calls };
    if (turn.kind === "invalid") {
      const { problems, last } = turn;
      if (reAsked >= question.reAsks) return { kind: "invalid", problems, last, usage, calls };
      reAsked += 1;
    }
    const say = turn.kind === "invalid" ? turn.say(question.reAsks - reAsked + 1) : turn.say;
    messages = continued(question, messages, result, say);
  }
  return { kind: "failed", why: `The model made ${MAX_TURNS} turns without handing in an answer.`, usage, calls };
}

function outcomeOf({ outcome, why, passing, retryAfter }: CallFailure) {
  const after = retryAfter === null ? {} : { retryAfterMs: retryAfter };
  if (outcome === "overloaded") return { kind: outcome, why, ...after };
  return { kind: outcome, why, ...(passing ? { passing: after } : {}) };
}

/**
 * An unfinished turn counts as an answered call, and so does a turn whose tool failed or met a limit: the model
 * responded.
 */
const CALL_OUTCOMES = {
  answered: "answered",
  "going-on": "answered",
  failed: "answered",
  limited: "answered",
  invalid: "invalid",
  refused: "refused",
  truncated: "truncated",
} as const satisfies Record<Turn<unknown>["kind"], CallOutcome>;

function callsIn({ content }: ModelReply): ToolCall[] {
  return content.flatMap((block) => (block.kind === "call" ? [{ name: block.name, input: block.input }] : []));
}

function continued<T>(
  { role, config }: Question<T>,
  messages: readonly Message[],
  { content, usage }: ModelReply,
  say: readonly Block[],
): readonly Message[] {
  // Providers refuse an empty message. A paused turn is continued by sending it back alone.
  const past = [...messages, ...(content.length > 0 ? [{ role: "assistant" as const, content }] : [])];
  const next = say.length > 0 ? [{ role: "user" as const, content: say }] : [];
  return fitWindow({ past, say: next, usage }, config.models[role].name, config);
}
