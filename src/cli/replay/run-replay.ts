import { stateHistory } from "../../git/state-history.js";
import { replay } from "../../replay/replay.js";
import { REPLAYED_PATHS } from "../../replay/replay-commit.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { paintFor } from "../paint.js";
import { withStateBranch } from "../repository/with-state-branch.js";
import { replayText } from "./replay-text.js";

export function runReplay(args: readonly string[]): Promise<ExitCode> {
  return withStateBranch("replay", args, async ({ gitDirectory, head, request: { json, verbose } }) => {
    const result = await replay(stateHistory(gitDirectory, head, REPLAYED_PATHS));
    const paint = paintFor(process.stdout, process.env);
    process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : replayText(result, paint, verbose));
    return result.reproduced ? EXIT.ok : EXIT.failed;
  });
}
