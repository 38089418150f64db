/** An App that is killed at chosen requests, before GitHub has done them or right after, and started again each time. */
import { draw } from "../../src/sandbox/faults/draw.js";
import type { InterceptedRequest } from "../../src/sandbox/forge/http/interceptors.js";
import { type AppProcess, type BuiltApp, startAppProcess } from "./app-process.js";
import type { FactoryWorld } from "./factory-world.js";

export type Moment = "before" | "after";
/** What the App does to GitHub, or only asks of it. */
export type Doing = "write" | "read";
/** When to strike, by the number of the mutating request, counted from 1 over all lives of the App, or by what it does. */
export type Strike = (request: number, seen: InterceptedRequest) => Moment | null;

/**
 * At every persisted step. One that was struck down before it came about is let through when the next life repeats it; one that
 * is struck after it is there, and the next is another. A question is put again by whoever finds it unanswered: that belongs
 * to the step that was struck.
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

/** A commit to the state branch, or the first one of it, which is made by its ref. */
function isStateCommit({ body }: InterceptedRequest): boolean {
  return /"(?:branchName|name)":\s*"(?:refs\/heads\/)?factory\/state"/.test(body.toString());
}

/** Again and again, but never at a fixed distance: a step that takes as many requests would otherwise never end. */
export function strikesFrom(seed: number, distance: { readonly least: number; readonly spread: number }): Strike {
  const strikes = new Map<number, Moment>();
  for (let request = 0, life = 0; request < 400; life += 1) {
    request += distance.least + Math.floor(draw(seed, "gap", life) * distance.spread);
    strikes.set(request, draw(seed, "moment", life) < 0.5 ? "before" : "after");
  }
  return (request) => strikes.get(request) ?? null;
}

export type CrashingApp = {
  /** Mutating requests so far, and how often the App died of one. */
  counts(): { readonly requests: number; readonly deaths: number };
  /** Settles when an App is up: whoever acts now is heard, or the next life looks for what it missed. */
  up(): Promise<void>;
  stop(): Promise<void>;
};

/** Reads are counted by themselves, and pass unless somebody strikes at them, too. */
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
    // A death during its start: the process exists already, its promise settles once it is gone.
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

/** Minting tokens is neither a write nor a read: without one nothing has been asked yet. */
function isOfInstallation({ headers }: InterceptedRequest): boolean {
  return /\bghs_/.test(headers.authorization ?? "");
}

/** What the App changes; asking changes nothing. */
function isWrite({ method, path, body }: InterceptedRequest): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return !path.endsWith("/graphql") || /"query":\s*"\s*mutation/.test(body.toString());
}
