import { STATE_PATH } from "../../domain/gates/state-paths.js";
import type { Refusal } from "../../domain/refusal.js";
import { StoredState } from "../../engine/state-versions.js";
import { readObjects } from "../../git/read-objects.js";
import { readYaml } from "../../yaml/yaml.js";
import { complain } from "../complain.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { paintFor } from "../paint.js";
import { withStateBranch } from "../repository/with-state-branch.js";
import { readEscalations } from "./read-escalations.js";
import { statusReport } from "./status-report.js";
import { statusText } from "./status-text.js";

export function runStatus(args: readonly string[]): Promise<ExitCode> {
  return withStateBranch("status", args, async ({ gitDirectory, head, request: { json } }) => {
    const unreadable = ({ code, message }: Refusal) =>
      complain("status", { code, message: `commit ${head} cannot be read\n${message}` }, { json, exit: EXIT.failed });
    const name = `${head}:${STATE_PATH}`;
    const text = (await readObjects(gitDirectory, [name])).get(name);
    const state = readYaml(STATE_PATH, text ?? "", StoredState);
    if (!state.ok) return unreadable(state.refusal);
    const escalations = await readEscalations(gitDirectory, head, state.value);
    if (!escalations.ok) return unreadable(escalations.refusal);
    const report = statusReport(state.value, head, escalations.value);
    const paint = paintFor(process.stdout, process.env);
    process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : statusText(report, paint));
    return EXIT.ok;
  });
}
