import type { InterceptedRequest } from "../../src/sandbox/forge/http/interceptors.js";
import { startFactoryWorld } from "../support/factory-world.js";
import { runStory } from "../support/product-story.js";
import { readEnv } from "../support/read-env.js";
import { startApp } from "../support/start-app.js";
import { atMost, type BenchLine, type Goal, type Progress } from "./bench-line.js";

type Count = { requests: number; writes: number };
/** Of a reconcile where nothing is due. One of the requests looks for the baseline's run. */
const SETTLED = { requests: atMost(7), writes: atMost(0) };

/** Requests to GitHub for each step from installation to the first task, and for a look at a repository where nothing is due. */
export async function benchLoop(progress: Progress): Promise<BenchLine[]> {
  progress("a product, from its installation to its first task");
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
    const close = (name: string, goals?: typeof SETTLED) => {
      lines.push(...linesOf(name, counted, goals));
      counted = { requests: 0, writes: 0 };
    };
    await runStory(
      world,
      async () => {},
      (name) => close(name),
    );
    await world.forge.idle();
    await app.idle();
    counted = { requests: 0, writes: 0 };
    await app.sweep();
    await app.idle();
    close("settled reconcile", SETTLED);
    return lines;
  } finally {
    await app.stop();
    await world.stop();
  }
}

function linesOf(name: string, { requests, writes }: Count, goals?: typeof SETTLED): BenchLine[] {
  const hoped = (goal: Goal | undefined) => (goal === undefined ? {} : { goal });
  return [
    { name, value: requests, unit: "requests", ...hoped(goals?.requests) },
    { name: `${name}, writes`, value: writes, unit: "requests", ...hoped(goals?.writes) },
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
