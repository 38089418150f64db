import type { Octokit } from "@octokit/rest";
import type { Probot } from "probot";
import type { Person } from "../../sandbox/demo/person.js";
import type { ConformEnv } from "./conform-options.js";
import type { Exchange } from "./exchange.js";

/** What a step works with. Person and App reach GitHub through the proxy, so everything is written down. */
export type Conform = {
  readonly env: ConformEnv;
  readonly at: { readonly owner: string; readonly repo: string };
  /** GitHub as the person with the token reaches it. */
  readonly gitHub: Octokit;
  /** The App, with its own key or as an installation. */
  readonly probot: Probot;
  /** The address at which the proxy is to be taken for GitHub. */
  readonly host: string;
  readonly person: Person;
  readonly exchanges: readonly Exchange[];
  /** Starts the App; it looks at the repository by itself from then on. */
  startApp(): Promise<void>;
  /** Asks until there is an answer, at a pace that a real GitHub allows. */
  wait<T>(what: string, ask: () => Promise<T | undefined>): Promise<NonNullable<T>>;
  /** Said to the person at once. */
  say(words: string): void;
};

/** Where GitHub did otherwise than the App relies on, with the exchange that shows it. */
type Difference = {
  readonly expected: string;
  readonly saw: string;
  readonly exchange: Exchange | null;
};

export type StepResult = { readonly notes: readonly string[]; readonly differences: readonly Difference[] };

export type Step = {
  readonly key: string;
  readonly title: string;
  /** Without it nothing after it can be tried. */
  readonly isNeeded: boolean;
  run(conform: Conform): Promise<StepResult>;
};

/** What was waited for did not come, or cannot come any more. */
export class WaitedInVain extends Error {
  override readonly name = "WaitedInVain";

  constructor(
    readonly expected: string,
    readonly saw: string,
  ) {
    super(`${expected}: ${saw}`);
  }
}

export const passed = (...notes: string[]): StepResult => ({ notes, differences: [] });

export const differed = (expected: string, saw: string, exchange: Exchange | undefined): StepResult => ({
  notes: [],
  differences: [{ expected, saw, exchange: exchange ?? null }],
});

/** The newest exchange like this. */
export function lastExchange(
  { exchanges }: Pick<Conform, "exchanges">,
  fits: (exchange: Exchange) => boolean = () => true,
): Exchange | undefined {
  return exchanges.findLast(fits);
}
