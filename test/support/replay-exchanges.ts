/** Sends what a person once asked GitHub to a local GitHub, and says where it answers in another way. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Exchange } from "../../src/cli/conform/exchange.js";

/** Steps that a person makes alone. In the others the App asks at its own pace, so that no two runs are alike. */
const ALONE = /-(?:access|race|squash)\.jsonl$/;

/** What a person asked in those steps, from a folder that `factory conform --save` made. */
export function personsExchanges(folder: string): Exchange[] {
  const names = readdirSync(folder).filter((name) => ALONE.test(name));
  const lines = names.toSorted().flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
  return lines.map((line) => Exchange.parse(JSON.parse(line))).filter(({ who }) => who === "person");
}

/** Where to ask, and as whom. */
export type Replaying = {
  readonly url: string;
  readonly token: string;
  readonly repo: { readonly owner: string; readonly repo: string };
};

/** Ids and commits of the recording, by what stands for them now. */
type Renamed = Map<string, string>;

export async function replayExchanges(exchanges: readonly Exchange[], replaying: Replaying): Promise<string[]> {
  const renamed: Renamed = new Map();
  const asked = exchanges.filter((exchange, index) => !isAskedAgain(exchange, exchanges[index + 1]));
  const there = asked.flatMap(({ path }) => /^\/repos\/([^/]+\/[^/?]+)/.exec(path)?.[1] ?? [])[0];
  if (there !== undefined) renamed.set(there, `${replaying.repo.owner}/${replaying.repo.repo}`);
  const differences: string[] = [];
  for (const exchange of asked) {
    const { status, answered } = await send(exchange, renamed, replaying);
    const said = `${exchange.method} ${exchange.path}`;
    const found =
      status === exchange.status
        ? shapeDifferences(exchange.answered, answered, "")
        : [`${exchange.status} was answered, now ${status} ${JSON.stringify(answered).slice(0, 300)}`];
    differences.push(...found.map((words) => `${said}: ${words}`));
    learn(exchange.answered, answered, renamed);
  }
  return differences;
}

/** GitHub answers 405 until it has computed whether a pull request can be merged, and is asked again. */
function isAskedAgain({ status, method, path }: Exchange, next: Exchange | undefined): boolean {
  return status === 405 && next !== undefined && next.method === method && next.path === path;
}

async function send({ method, path, asked }: Exchange, renamed: Renamed, { url, token }: Replaying) {
  const address = path === "/graphql" ? `${url}/api/graphql` : `${url}/api/v3${rename(path, renamed)}`;
  const body = asked === null ? {} : { body: rename(JSON.stringify(asked), renamed) };
  const headers = { authorization: `token ${token}`, "content-type": "application/json" };
  const answer = await fetch(address, { method, headers, ...body });
  const text = await answer.text();
  return { status: answer.status, answered: text === "" ? null : (JSON.parse(text) as unknown) };
}

function rename(text: string, renamed: Renamed): string {
  return [...renamed].reduce((before, [old, now]) => before.replaceAll(old, now), text);
}

/** Fields that were answered and are not, or with another type. Null says nothing about a type, and neither does an empty list. */
export function shapeDifferences(was: unknown, is: unknown, at: string): string[] {
  if (was === null || is === null || was === undefined) return [];
  if (typeof was !== typeof is || Array.isArray(was) !== Array.isArray(is))
    return [`${at || "the answer"} was ${kindOf(was)}, now ${kindOf(is)}`];
  if (Array.isArray(was) && Array.isArray(is))
    return was.length === 0 || is.length === 0 ? [] : shapeDifferences(was[0], is[0], `${at}[0]`);
  // By this GitHub says why it refuses a mutation, and the App goes by it.
  if (at === "errors[0].type" && was !== is) return [`${at} was ${String(was)}, now ${String(is)}`];
  if (typeof was !== "object") return [];
  const now = is as Record<string, unknown>;
  return Object.entries(was).flatMap(([name, value]) =>
    name in now ? shapeDifferences(value, now[name], at === "" ? name : `${at}.${name}`) : [`${at}.${name} is missing`],
  );
}

const kindOf = (value: unknown) => (Array.isArray(value) ? "a list" : typeof value);

/** What names something else in this run: commits, and the numbers and ids in addresses. */
function learn(was: unknown, is: unknown, renamed: Renamed): void {
  if (typeof was === "string" && typeof is === "string") {
    if (/^[0-9a-f]{40}$/.test(was)) renamed.set(was, is);
    const [from, to] = [was, is].map((text) => /\/pulls\/\d+$/.exec(text)?.[0]);
    if (from !== undefined && to !== undefined) renamed.set(`${from}/`, `${to}/`);
  } else if (typeof was === "object" && was !== null && typeof is === "object" && is !== null) {
    const now = is as Record<string, unknown>;
    for (const [name, value] of Object.entries(was)) learn(value, now[name], renamed);
  }
}
