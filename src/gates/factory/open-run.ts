import path from "node:path";
import type { GateRequest } from "../../domain/gates/gate-request.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { loadGrammarsFor } from "../../languages/grammars/load-grammars.js";
import { type Checkout, openCheckout } from "../checkout/open-checkout.js";
import type { GateContext } from "../gate-context.js";
import { factoryContext } from "./factory-context.js";
import { type FactoryCheckouts, type FactoryFacts, readFactoryFacts } from "./factory-facts.js";

/** The folders that the workflow's checkouts filled. */
export type RunFolders = { readonly head: string; readonly base: string; readonly state: string };

export function foldersOf(workspace: string): RunFolders {
  return {
    head: path.join(workspace, "head"),
    base: path.join(workspace, "base"),
    state: path.join(workspace, "state"),
  };
}

/** A run that is ready to judge. */
export type OpenRun = {
  readonly request: GateRequest;
  readonly checkouts: FactoryCheckouts;
  readonly facts: FactoryFacts;
  readonly context: GateContext;
};

/** Opens the three commits, checks that they are the requested ones, and reads the facts of the run. */
export async function openRun(request: GateRequest, folders: RunFolders): Promise<Outcome<OpenRun>> {
  const [head, base, state] = await Promise.all([folders.head, folders.base, folders.state].map(openCheckout));
  if (head === undefined || base === undefined || state === undefined) throw new TypeError("three folders were opened");
  const checkouts = { head, base, state };
  const wrong = [
    mismatch("head", head, request.head_sha),
    mismatch("base", base, request.base_sha),
    mismatch("state", state, request.state_sha),
  ].filter((words) => words !== undefined);
  if (wrong.length > 0) return refuse("wrong-commit", wrong.join("; "));
  const facts = readFactoryFacts(request, checkouts);
  if (!facts.ok) return facts;
  await loadGrammarsFor(head.tree.paths());
  const context = factoryContext({ request, facts: facts.value, checkouts });
  return context.ok ? accept({ request, checkouts, facts: facts.value, context: context.value }) : context;
}

function mismatch(name: string, { commit }: Checkout, requested: string): string | undefined {
  return commit === requested ? undefined : `${name}/ holds ${commit}, not ${requested}`;
}
