import type { Replay } from "../../replay/replay.js";
import type { ReplayedCommit } from "../../replay/replay-commit.js";
import type { Paint } from "../paint.js";

/** The decisions that differ, or every decision if all are requested, one on each line, and the verdict last. */
export function replayText({ commits, events, reproduced }: Replay, paint: Paint, verbose: boolean): string {
  const wrong = commits.filter(({ result }) => result !== "reproduced");
  const count = `${commits.length} ${commits.length === 1 ? "commit" : "commits"}, ${events} ${events === 1 ? "event" : "events"}`;
  const shown = verbose ? commits : wrong;
  return [
    ...shown.flatMap((commit) => commitLines(commit, paint)),
    ...(shown.length === 0 ? [] : [""]),
    reproduced
      ? paint.good(`${count}: every state follows from its events.`)
      : paint.bad(
          `${count}: ${wrong.length} ${wrong.length === 1 ? "does" : "do"} not come out again, first ${wrong[0]?.sha.slice(0, 12) ?? ""}.`,
        ),
    "",
  ].join("\n");
}

function commitLines(commit: ReplayedCommit, paint: Paint): string[] {
  const mark = commit.result === "reproduced" ? paint.good("ok   ") : paint.bad("WRONG");
  const line = `${mark} ${commit.sha.slice(0, 12)} ${commit.at} ${commit.events.join(", ") || commit.subject}`;
  return [line, ...explanation(commit).map((text) => `      ${text}`)];
}

function explanation(commit: ReplayedCommit): string[] {
  switch (commit.result) {
    case "reproduced":
      return [];
    case "differs":
      return commit.differences.map((path) => `${path} is not what the events give`);
    case "refused":
      return [`${commit.event} could not have happened: ${commit.refusal.message}`];
    case "unreadable":
      return commit.refusal.message.split("\n");
    default:
      return commit satisfies never;
  }
}
