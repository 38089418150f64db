import type { Replay } from "../replay/replay.js";
import type { ReplayedCommit } from "../replay/replay-commit.js";
import type { Paint } from "./paint.js";

/** Every decision on a line, what does not come out again below it, and the verdict last. */
export function replayText({ commits, intents, reproduced }: Replay, paint: Paint): string {
  const wrong = commits.filter(({ result }) => result !== "reproduced");
  const count = `${commits.length} ${commits.length === 1 ? "commit" : "commits"}, ${intents} ${intents === 1 ? "intent" : "intents"}`;
  return [
    ...commits.flatMap((commit) => commitLines(commit, paint)),
    "",
    reproduced
      ? paint.good(`${count}: every state follows from its intents.`)
      : paint.bad(
          `${count}: ${wrong.length} ${wrong.length === 1 ? "does" : "do"} not come out again, first ${wrong[0]?.sha.slice(0, 12) ?? ""}.`,
        ),
    "",
  ].join("\n");
}

function commitLines(commit: ReplayedCommit, paint: Paint): string[] {
  const mark = commit.result === "reproduced" ? paint.good("ok   ") : paint.bad("WRONG");
  const line = `${mark} ${commit.sha.slice(0, 12)} ${commit.at} ${commit.intents.join(", ") || commit.subject}`;
  return [line, ...explanation(commit).map((text) => `      ${text}`)];
}

function explanation(commit: ReplayedCommit): string[] {
  switch (commit.result) {
    case "reproduced":
      return [];
    case "differs":
      return commit.differences.map((path) => `${path} is not what the intents give`);
    case "refused":
      return [`${commit.intent} could not have happened: ${commit.refusal.message}`];
    case "unreadable":
      return commit.refusal.message.split("\n");
    default:
      return commit satisfies never;
  }
}
