/**
 * An App that is killed at chosen requests, before or right after GitHub performs them, and is started again each time.
 */
import { draw } from "../../src/sandbox/faults/draw.js";
import type { InterceptedRequest } from "../../src/sandbox/forge/http/interceptors.js";
import { type AppProcess, type BuiltApp, startAppProcess } from "./app-process.js";
import type { FactoryWorld } from "./factory-world.js";

export type Moment = "before" | "after";
/** Whether the App changes something on GitHub or only reads it. */
export type Doing = "write" | "read";
/**
 * Decides when to strike, by the number of the mutating request (counted from 1 over all lives of the App) or by its
 * content.
 */
export type Strike = (request: number, seen: InterceptedRequest) => Moment | null;

/**
 * Strikes at every persisted step. A step that was struck before it was persisted passes when the next life repeats it.
 * A step that was struck afterwards is persisted, so the next one is new. The next life asks an unanswered question
 * again, which belongs to the same step.
 */
export function strikesAtSteps(moment: Moment): Strike {
  let struck: "question" | "other" | null = null;
  return (_, seen) => {
    if (!isStateCommit(seen)) return null;
    const step = /"headline":\s*"factory: question-asked"/.test(seen.body.toString()) ? "question" : "other";
    if (struck !== null && step === "question" && (moment === "before" || struck === "question")) {
      if (struck === "question") struck = null;
      return null;
    }
    if (struck !== null && moment === "before") {
      struck = null;
      return null;
    }
    struck = step;
    return moment;
  };
}

/** A commit to the state branch, or the creation of its ref. */
function isStateCommit({ body }: InterceptedRequest): boolean {
  return /"(?:branchName|name)":\s*"(?:refs\/heads\/)?factory\/state"/.test(body.toString());
}

/** Strikes again and again at varying distances. With a fixed distance, a step of as many requests would never end. */
export function strikesFrom(seed: number, distance: { readonly least: number; readonly spread: number }): Strike {
  const strikes = new Map<number, Moment>();
  for (let request = 0, life = 0; request < 400; life += 1) {
    request += distance.least + Math.floor(draw(seed, "gap", life) * distance.spread);
    strikes.set(request, draw(seed, "moment", life) < 0.5 ? "before" : "after");
  }
  return (request) => strikes.get(request) ?? null;
}

export type CrashingApp = {
  /** The number of mutating requests so far, and of the App's deaths. */
  counts(): { readonly requests: number; readonly deaths: number };
  /** Settles when an App is up. If that App is killed, the next one finds what was missed. */
  up(): Promise<void>;
  stop(): Promise<void>;
};

/** Reads are counted separately. They pass unless a strike for reads is given. */
export async function startCrashingApp(
  built: BuiltApp,
  world: FactoryWorld,
  strike: Strike,
  strikeAtReads: Strike = () => null,
): Promise<CrashingApp> {
  const variables = await world.variables();
  const counted: Record<Doing, number> = { write: 0, read: 0 };
  let deaths = 0;
  let living: Promise<AppProcess> = startAppProcess(built, variables);
  const die = async () => {
    deaths += 1;
    // The App may die during its start: the process exists, and its promise settles when it is gone.
    const { kill } = await living;
    await kill();
    living = startAppProcess(built, variables);
  };
  const struck = new WeakMap<InterceptedRequest, Moment>();
  const remove = world.forge.intercept({
    beforeRequest: async (request) => {
      if (!isOfInstallation(request)) return { kind: "pass" };
      const doing = isWrite(request) ? "write" : "read";
      counted[doing] += 1;
      const moment = (doing === "write" ? strike : strikeAtReads)(counted[doing], request);
      if (moment === "after") struck.set(request, moment);
      if (moment !== "before") return { kind: "pass" };
      await die();
      return { kind: "hang-up" };
    },
    afterRequest: async (request) => {
      if (!struck.has(request)) return { kind: "pass" };
      await die();
      return { kind: "hang-up" };
    },
  });
  const first = await living;
  world.forge.setWebhookUrl(`${first.url}/api/github/webhooks`);
  return {
    counts: () => ({ requests: counted.write, deaths }),
    up: async () => void (await living),
    async stop() {
      remove();
      await (await living).kill();
    },
  };
}

/** Minting a token counts neither as a write nor as a read. */
function isOfInstallation({ headers }: InterceptedRequest): boolean {
  return /\bghs_/.test(headers.authorization ?? "");
}

/** Whether a request changes something. */
function isWrite({ method, path, body }: InterceptedRequest): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return !path.endsWith("/graphql") || /"query":\s*"\s*mutation/.test(body.toString());
}
