import { z } from "zod";
import type { InterceptedRequest } from "../../src/sandbox/forge/interceptors.js";
import { approveProduct, startScriptedProduct, untilState } from "../support/scripted-product.js";
import { smoothAnswers, toy, toyTask } from "../support/toy-modules.js";
import type { BenchLine } from "./bench-line.js";

const TASKS = [toyTask(1, [toy("alpha", 1)]), toyTask(2, [toy("beta", 2)])];
const GOAL = { requests: 60, writes: 30 };

type Counted = { readonly route: string; readonly isWrite: boolean };

/**
 * What one task of one module takes of GitHub, from the merge before it to its own; model and gates answer at once, so
 * that the time is the loop's. Routes follow, the most asked first.
 */
export async function benchTask(): Promise<BenchLine[]> {
  const product = await startScriptedProduct({ answers: smoothAnswers(TASKS) });
  const counted: Counted[] = [];
  const merges: number[] = [];
  product.forge.intercept({
    beforeRequest: (request) => {
      if (isOurs(request)) counted.push({ route: routeOf(request), isWrite: isWrite(request) });
      return { kind: "pass" };
    },
    afterRequest: (request) => {
      if (isOurs(request) && routeOf(request) === MERGE) merges.push(counted.length);
      return { kind: "pass" };
    },
  });
  try {
    await approveProduct(product);
    const began: { at?: number } = {};
    const shipped = (count: number) =>
      untilState(product, `${count} tasks`, ({ project }) => {
        const tasks = Object.values(project?.tasks ?? {});
        return tasks.filter(({ status }) => status === "SHIPPED").length >= count;
      });
    await shipped(1);
    began.at = performance.now();
    const [before] = await commitsOf(product);
    await shipped(2);
    const seconds = (performance.now() - began.at) / 1000;
    const steps = (await commitsOf(product)).indexOf(before ?? "");
    // The spec's own pull request is merged first.
    return linesOf(counted.slice(merges[1], merges[2]), seconds / steps);
  } finally {
    await product.stop();
  }
}

const MERGE = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge";

async function commitsOf({ gitHub, forge }: Awaited<ReturnType<typeof startScriptedProduct>>): Promise<string[]> {
  const { data } = await gitHub.rest.repos.listCommits({ ...forge.repo, sha: "factory/state", per_page: 100 });
  return data.map(({ sha }) => sha);
}

function linesOf(counted: readonly Counted[], secondsPerStep: number): BenchLine[] {
  const writes = counted.filter(({ isWrite }) => isWrite).length;
  const routes = new Map<string, number>();
  for (const { route } of counted) routes.set(route, (routes.get(route) ?? 0) + 1);
  const most = [...routes].sort(([, one], [, other]) => other - one);
  return [
    { name: "one task", value: counted.length, unit: "requests", note: `goal: at most ${GOAL.requests}` },
    { name: "one task, writes", value: writes, unit: "requests", note: `goal: at most ${GOAL.writes}` },
    { name: "persisted step", value: Math.round(secondsPerStep * 1000), unit: "ms", note: "without model and gates" },
    ...most.map(([name, value]) => ({ name: `  ${name}`, value, unit: "requests" })),
  ];
}

/** By an installation's token. A download is the second half of asking for an artifact. */
function isOurs({ headers, path }: InterceptedRequest): boolean {
  if (path.includes("/_downloads/") || path.endsWith("/installation/repositories")) return false;
  return /\bghs_/.test(headers.authorization ?? "");
}

function routeOf({ method, path, template, body }: InterceptedRequest): string {
  if (!path.endsWith("/graphql")) return `${method} ${template ?? path}`;
  const { query } = z.object({ query: z.string() }).parse(JSON.parse(body.toString()));
  const [, operation = "query"] = /^\s*(query|mutation)\b/.exec(query) ?? [];
  const fields = query.replaceAll(/\([^()]*\)|\b(?:query|mutation)\b[^{]*/g, " ").match(/\w+/g) ?? [];
  return `graphql ${operation} ${fields.slice(0, operation === "mutation" ? 1 : 4).join(" ")}`;
}

function isWrite({ method, path, body }: InterceptedRequest): boolean {
  if (path.endsWith("/graphql")) return /"query":\s*"\s*mutation/.test(body.toString());
  return method !== "GET" && method !== "HEAD";
}
