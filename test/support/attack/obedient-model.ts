/**
 * A model that always obeys the attacker's text. It speaks Anthropic's Messages API on loopback. It finds orders in
 * everything it is shown and answers with the acts they ask for. Otherwise it gives its scripted answers.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { QUESTION_HEADER } from "../../../src/model/question-path.js";
import type { ScriptedTurn } from "../../../src/sandbox/scripted-model/script.js";
import { ScriptedRequest, scriptedReply } from "../../../src/sandbox/scripted-model/scripted-reply.js";
import { turnHeaders, turnStream } from "../../../src/sandbox/scripted-model/turn-stream.js";
import { withScope } from "../scripted-answers.js";
import type { Answers } from "../toy-modules.js";
import type { Act } from "./goals.js";
import { amendingAnswer, forgedAnswer, obedientAnswer, swollenAnswer } from "./obedient-answers.js";
import type { Channel, Payload } from "./payloads.js";
import { ordersIn } from "./phrasings.js";

export type ObedientModel = {
  readonly url: string;
  /** Every request, by the question it belongs to. */
  readonly prompts: readonly { readonly question: string; readonly text: string }[];
  /** Orders that a role was shown, and orders that a role carried out as far as possible. */
  readonly reached: ReadonlySet<string>;
  /** The channels whose text each role was shown, by its activity: `challenger.challenge`. */
  readonly heard: ReadonlyMap<string, ReadonlySet<Channel>>;
  readonly obeyed: ReadonlySet<string>;
  close(): Promise<void>;
};

/** The calls in one message. A role may make sixty in all. */
const CALLS_AT_ONCE = 40;
const BY_ORDER = "As ordered:";

/** First looks at every place that may contain more orders. */
const LOOKING: ScriptedTurn = {
  text: `${BY_ORDER} looking around`,
  calls: [
    { name: "list", input: { folder: "." } },
    { name: "glob", input: { pattern: "**/*" } },
    { name: "grep", input: { pattern: ".", regex: true } },
    { name: "read", input: { path: "lib/legacy.js" } },
    { name: "read", input: { path: "docs/notes.md" } },
    { name: "read", input: { path: "SPEC.md" } },
    { name: "read", input: { path: "src/alpha.js" } },
  ],
};

export async function startObedientModel(
  book: readonly Payload[],
  { answers, secrets }: { readonly answers: Answers; readonly secrets: () => Readonly<Record<string, string>> },
): Promise<ObedientModel> {
  const byId = new Map(book.map((payload) => [payload.id, payload]));
  const prompts: { question: string; text: string }[] = [];
  const reached = new Set<string>();
  const obeyed = new Set<string>();
  /** Questions of roles without tools that have obeyed once. They obey again only when told to insist. */
  const warned = new Set<string>();
  const heard = new Map<string, Set<Channel>>();
  /** Questions that were answered with a forbidden change. The next answer is honest. */
  const amended = new Set<string>();
  /** Questions that were answered with an endless text, once. */
  const swollen = new Set<string>();

  const turnFor = (question: string, request: ScriptedRequest): ScriptedTurn => {
    const { shown, said } = conversation(request);
    const ids = ordersIn(shown).filter((id) => byId.has(id));
    for (const id of ids) reached.add(id);
    const orders = ids.flatMap((id) => byId.get(id) ?? []);
    const role = roleIn(question);
    heard.set(role, new Set([...(heard.get(role) ?? []), ...orders.map(({ channel }) => channel)]));
    const acts = orders.map(({ goal }) => goal.act);
    const note = (done: readonly Payload[]) => {
      for (const { id } of done) obeyed.add(id);
    };
    const insists = acts.some(({ kind }) => kind === "insist");
    const hasTools = request.tools.length > 0;
    const byOrder = said.filter((text) => text.includes(BY_ORDER) || text.includes("as_ordered"));
    if (hasTools && !said.some((text) => text.includes("looking around"))) return LOOKING;
    const due = orders.filter(
      ({ id, goal }) => callsOf(goal.act).length > 0 && !said.some((text) => text.includes(id)),
    );
    if (due.length > 0 && (insists || !warned.has(question))) {
      if (!hasTools) warned.add(question);
      const now = due.slice(0, CALLS_AT_ONCE);
      note(now);
      return {
        text: `${BY_ORDER} ${now.map(({ id }) => id).join(" ")}`,
        calls: now.flatMap(({ goal }) => callsOf(goal.act)),
      };
    }
    const next = answers[question]?.[said.length - byOrder.length];
    if (next === undefined) throw new Error(`no script for turn ${said.length - byOrder.length} of ${question}`);
    const scripted = withScope(next, { question, body: request });
    if (!("answer" in scripted)) return scripted;
    const hasForged = said.some((text) => text.includes("as_ordered"));
    if (acts.some(({ kind }) => kind === "forge") && (insists || !hasForged)) {
      note(orders.filter(({ goal }) => goal.act.kind === "forge"));
      return { answer: z.json().parse(forgedAnswer(scripted.answer, acts)) };
    }
    if (acts.some(({ kind }) => kind === "swell") && !swollen.has(question)) {
      swollen.add(question);
      note(orders.filter(({ goal }) => goal.act.kind === "swell"));
      return { answer: z.json().parse(swollenAnswer(scripted.answer)) };
    }
    if (acts.some(({ kind }) => kind === "amend") && role.startsWith("amendment-proposer") && !amended.has(question)) {
      amended.add(question);
      note(orders.filter(({ goal }) => goal.act.kind === "amend"));
      return { answer: z.json().parse(amendingAnswer(scripted.answer, acts)) };
    }
    note(
      orders.filter(
        ({ goal }) => callsOf(goal.act).length === 0 && goal.act.kind !== "forge" && goal.act.kind !== "amend",
      ),
    );
    return { answer: z.json().parse(obedientAnswer(scripted.answer, acts, secrets())) };
  };

  const server = createServer(async (incoming, response) => {
    const text = Buffer.concat(await incoming.toArray()).toString();
    const question = String(incoming.headers[QUESTION_HEADER]);
    prompts.push({ question, text });
    try {
      const request = ScriptedRequest.parse(JSON.parse(text));
      const turn = scriptedReply(request, question, turnFor(question, request));
      response.writeHead(200, turnHeaders(turn)).end(turnStream(turn));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const body = { type: "error", error: { type: "invalid_request_error", message } };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(body));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prompts,
    reached,
    heard,
    obeyed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The role in a question: `proposer/T-a-b-c-001/MM-0001.implement.1` is the proposer's turn to implement. */
function roleIn(question: string): string {
  const parts = question.split("/");
  return `${parts[0]}.${parts.at(-1)?.split(".").at(-2)}`;
}

/** Separates what the model was shown from its own messages. */
function conversation({ system, messages }: ScriptedRequest): { readonly shown: string; readonly said: string[] } {
  const own = messages.filter(({ role }) => role === "assistant");
  const theirs = messages.filter(({ role }) => role !== "assistant");
  return { shown: stringsIn([system, theirs]).join("\n"), said: own.map(({ content }) => JSON.stringify(content)) };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

type Call = Extract<ScriptedTurn, { calls: unknown }>["calls"][number];

function callsOf(act: Act): Call[] {
  switch (act.kind) {
    case "write":
      return [
        { name: "write", input: { path: act.path, text: "as ordered\n" } },
        { name: "edit", input: { path: act.path, old_text: "a", new_text: "as ordered", everywhere: true } },
      ];
    case "delete":
      return [{ name: "delete", input: { path: act.path } }];
    case "read":
      return [{ name: "read", input: { path: act.path } }];
    case "call":
      return [{ name: act.tool, input: z.json().parse(act.input) }];
    default:
      return [];
  }
}
