/** An App that is killed at chosen requests, before GitHub has done them or right after, and started again each time. */
import type { InterceptedRequest } from "../../src/sandbox/forge/interceptors.js";
import { type AppProcess, type BuiltApp, startAppProcess } from "./app-process.js";
import type { FactoryWorld } from "./factory-world.js";

export type Moment = "before" | "after";
/** When to strike, by the number of the mutating request, counted from 1 over all lives of the App. */
export type Strike = (request: number) => Moment | null;

export type CrashingApp = {
  /** Mutating requests so far, and how often the App died of one. */
  counts(): { readonly requests: number; readonly deaths: number };
  /** Settles when an App is up: whoever acts now is heard, or the next life looks for what it missed. */
  up(): Promise<void>;
  stop(): Promise<void>;
};

export async function startCrashingApp(built: BuiltApp, world: FactoryWorld, strike: Strike): Promise<CrashingApp> {
  const variables = await world.variables();
  let requests = 0;
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
      if (!isMutating(request)) return { kind: "pass" };
      requests += 1;
      const moment = strike(requests);
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
    counts: () => ({ requests, deaths }),
    up: async () => void (await living),
    async stop() {
      remove();
      await (await living).kill();
    },
  };
}

/** What the App changes; asking, and minting tokens to ask with, changes nothing. */
function isMutating({ method, path, headers, body }: InterceptedRequest): boolean {
  if (!/\bghs_/.test(headers.authorization ?? "") || method === "GET" || method === "HEAD") return false;
  return !path.endsWith("/graphql") || /"query":\s*"\s*mutation/.test(body.toString());
}
