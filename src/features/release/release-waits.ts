import { isBaselinePending } from "../../domain/validation/baseline-state.js";
import type { UndatedWait, Wait, WaitView } from "../../engine/wait.js";
import { plainLine } from "../../render/plain-text.js";
import { mergeWait } from "../merging/merge-wait.js";
import { releasePull } from "./release-proposal.js";
import { tryAgain } from "./release-refusal.js";
import type { ReleaseOrder, ReleaseState } from "./rules/release-state.js";

/** What a release waits for, phase by phase. */
export function releaseWaits(view: WaitView): Wait[] {
  const { release, project } = view.state;
  if (release === null || project?.status !== "ACTIVE") return [];
  const { release_id, since } = release.order;
  switch (release.phase) {
    case "validating":
      return [suiteWait(view, release)];
    case "locating": {
      const { run, verdicts } = release.locating;
      const words = `the merge that broke the suite to be found, before ${release_id}: ${verdicts.length} run so far`;
      return [{ who: run === null ? "factory" : "github", for: words, since: run?.requested_at ?? since }];
    }
    case "preparing":
      return [{ who: "factory", for: `the four release gates of ${release_id}`, since }];
    case "proposing":
      return [{ ...proposalWait(view, release.order), since }];
    case "publishing":
      return [{ who: "factory", for: `the tag and the release of ${release_id}`, since }];
    case "refused":
      return [refusedWait(release)];
    case "published":
      return [];
    default:
      return release satisfies never;
  }
}

type Phase<P extends ReleaseState["phase"]> = Extract<ReleaseState, { phase: P }>;

function suiteWait({ state, observed }: WaitView, { order, run }: Phase<"validating">): Wait {
  const { release_id, since } = order;
  if (isBaselinePending(state.baseline))
    return { who: "factory", for: `the test baseline, before ${release_id} is prepared`, since };
  const suite = `the whole test suite, which runs before ${release_id}`;
  if (run !== null) return { who: "github", for: suite, since: run.requested_at };
  if (observed === null) return { who: "factory", for: suite, since };
  const words = `the gates workflow on the default branch: the whole suite runs before ${release_id}`;
  return { who: observed.workflow.status === "present" ? "factory" : "person", for: words, since };
}

function proposalWait({ observed, config }: WaitView, order: ReleaseOrder): UndatedWait {
  const { release_id } = order;
  if (observed === null) return { who: "factory", for: `the manifest of ${release_id} to be merged` };
  const pull = releasePull({ observed, config }, order);
  if (pull === undefined) return { who: "factory", for: `the pull request of ${release_id} to be opened` };
  const name = `#${pull.number}, the manifest of ${release_id},`;
  const again = tryAgain(order);
  const yours = { who: "person", commands: [again], pull_request: pull.number } as const;
  if (pull.state === "closed") return { ...yours, for: `${name} to be reopened, or \`${again}\` to make a new one` };
  if (pull.mergeable === "conflicting")
    return { ...yours, for: `\`${again}\`: ${name} conflicts with the base, and that makes a new one` };
  return mergeWait(name, pull);
}

function refusedWait({ order, why, at: since, empty }: Phase<"refused">): Wait {
  if (empty === true) {
    // Asking again changes nothing, unless a task that was taken back leaves a module after all.
    const words = "you: say `/factory abort`, or `/factory release` once a task has shipped a module.";
    const commands = ["/factory abort", "/factory release"];
    return { who: "person", for: `${words} ${plainLine(why)}`, since, commands };
  }
  const again = tryAgain(order);
  const words = `\`${again}\`: ${order.release_id} was refused. ${plainLine(why)}`;
  return { who: "person", for: words, since, commands: [again] };
}
