import type { UndatedWait, Wait, WaitView } from "../../engine/wait.js";
import { plainLine } from "../../render/plain-text.js";
import { mergeWait } from "../merging/merge-wait.js";
import { isPaused } from "../pause/is-paused.js";
import { shownSpecPull } from "./spec-proposal.js";

const AMEND = "/factory amend <feedback>";
const REJECT = "/factory reject <reasons>";

/** What a request waits for before it becomes a project. */
export function specWaits(view: WaitView): Wait[] {
  const { product, project, updated_at } = view.state;
  if (project !== null || isPaused(view.state)) return [];
  switch (product?.phase) {
    case undefined:
    case "withdrawn":
    case "asking":
      return [];
    case "waiting-for-spec":
      return [{ who: "person", for: `${whatIsMissing(view)}: ${plainLine(product.why)}`, since: updated_at }];
    case "drafting": {
      const { number, started_at: since } = product.round;
      return [{ who: "factory", for: `the draft of round ${number}`, since }];
    }
    case "awaiting-approval":
      return [{ ...specDecision(view, product.pull_request), since: product.shown_at }];
    case "stuck":
      return [{ ...specHelp(view, product.why), since: updated_at }];
    case "approved":
      return [{ ...specMerge(view, product.pull_request), since: product.approved_at }];
    case "quick":
      return [{ who: "factory", for: "the project to be laid out", since: product.made_at }];
    default:
      return product satisfies never;
  }
}

function whatIsMissing({ state: { request }, observed }: WaitView): string {
  if (request.lane === "quick") return `your word in ${observed === null ? `#${request.issue}` : "this issue"}`;
  return `a usable SPEC.md${observed === null ? "" : ` on \`${observed.repository.defaultBranch}\``}`;
}

function specHelp({ state: { request }, observed }: WaitView, why: string): UndatedWait {
  const where = observed === null ? ` in #${request.issue}` : "";
  const words = `you: ${plainLine(why)} Say \`${AMEND}\` or \`${REJECT}\`${where}`;
  return { who: "person", for: words, commands: [AMEND, REJECT] };
}

/** The state knows the number of a pull request that was seen; the observation knows what became of it. */
function specDecision({ state, observed, config }: WaitView, known: number | null): UndatedWait {
  const pull = observed === null ? undefined : shownSpecPull({ state, observed, config });
  const number = observed === null ? known : (pull?.number ?? null);
  if (number === null) return { who: "factory", for: "the spec's pull request to be opened" };
  if (pull?.state === "closed") {
    const words = `#${number} to be reopened, or \`${AMEND}\` or \`${REJECT}\`: it was closed without a decision about the spec`;
    return { who: "person", for: words, commands: [AMEND, REJECT], pull_request: number };
  }
  return {
    who: "person",
    for: `your decision about the spec in #${number}`,
    commands: ["/factory approve", AMEND, REJECT],
    decision: "spec",
    pull_request: number,
  };
}

function specMerge({ observed }: WaitView, number: number): UndatedWait {
  const name = `the spec's pull request #${number}`;
  const pull = observed?.pulls.find((candidate) => candidate.number === number);
  if (pull === undefined) return { who: "factory", for: `${name} to be merged`, pull_request: number };
  if (pull.state !== "closed") return mergeWait(name, pull);
  return { who: "person", for: `${name} to be reopened: it was closed before it was merged`, pull_request: number };
}
