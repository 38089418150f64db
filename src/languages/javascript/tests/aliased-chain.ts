import { ts } from "../../compiler.js";
import type { Script } from "../script.js";
import { type CallChain, chainOf } from "./call-chain.js";

const MAX_STEPS = 5;

/**
 * A chain as it is written, and with the name it starts with replaced by what that stands for: `equal` of
 * `const { equal } = assert`, `eq` of `const eq = assert.equal`, `pending` of `const pending = request(app).get("/")`.
 */
export function aliasedChains(
  chain: CallChain,
  { imports, aliases }: Pick<Script, "imports" | "aliases">,
): CallChain[] {
  const found = [chain];
  let at = chain;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const name = ts.isIdentifier(at.root) ? at.root.text : "";
    const alias = imports.has(name) ? undefined : aliases.get(name);
    if (alias === undefined) break;
    at = spliced(chainOf(alias.value), alias.member, at);
    found.push(at);
  }
  return found;
}

function spliced(start: CallChain, member: string | undefined, { rootArgs, links }: CallChain): CallChain {
  const before = member === undefined ? start.links : [...start.links, { name: member }];
  if (rootArgs === undefined) return { ...start, links: [...before, ...links] };
  const last = before.at(-1);
  // What the name is called with is what it stands for is called with.
  if (last === undefined) return { ...start, rootArgs, links };
  return { ...start, links: [...before.slice(0, -1), { ...last, args: rootArgs }, ...links] };
}
