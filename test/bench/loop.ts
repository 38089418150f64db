import { readEnv } from "../../src/env.js";
import type { InterceptedRequest } from "../../src/sandbox/forge/interceptors.js";
import { startApp } from "../../src/start/start-app.js";
import { startFactoryWorld } from "../support/factory-world.js";
import { tellStory } from "../support/product-story.js";
import type { BenchLine } from "./bench-line.js";

type Count = { requests: number; writes: number };

/** Requests to GitHub for each step from installation to the first task, and for a look at a repository where nothing is due. */
export async function benchLoop(): Promise<BenchLine[]> {
  const world = await startFactoryWorld();
  const env = readEnv({ ...(await world.variables()), LOG_LEVEL: "fatal" });
  if (!env.ok) throw new Error(env.refusal.message);
  const app = await startApp(env.value);
  try {
    world.forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
    let counted: Count = { requests: 0, writes: 0 };
    world.forge.intercept({
      beforeRequest: (request) => {
        if (isOurs(request)) counted.requests += 1;
        if (isOurs(request) && isWrite(request)) counted.writes += 1;
        return { kind: "pass" };
      },
    });
    const lines: BenchLine[] = [];
    const close = (name: string, goal?: string) => {
      lines.push(...linesOf(name, counted, goal));
      counted = { requests: 0, writes: 0 };
    };
    await tellStory(world, async () => {}, close);
    await world.forge.idle();
    await app.idle();
    counted = { requests: 0, writes: 0 };
    await app.sweep();
    await app.idle();
    close("settled reconcile", "one of them looks for the baseline's run; goal: at most 6 beside that, none a write");
    return lines;
  } finally {
    await app.stop();
    await world.stop();
  }
}

function linesOf(name: string, { requests, writes }: Count, goal?: string): BenchLine[] {
  const note = goal === undefined ? {} : { note: goal };
  return [
    { name, value: requests, unit: "requests", ...note },
    { name: `${name}, writes`, value: writes, unit: "requests", ...note },
  ];
}

/** By an installation's token. Minting it, and asking which repositories there are, is no part of a reconcile. */
function isOurs({ headers, path }: InterceptedRequest): boolean {
  return /\bghs_/.test(headers.authorization ?? "") && !path.endsWith("/installation/repositories");
}

function isWrite({ method, path, body }: InterceptedRequest): boolean {
  if (path.endsWith("/graphql")) return /"query":\s*"\s*mutation/.test(body.toString());
  return method !== "GET" && method !== "HEAD";
}
