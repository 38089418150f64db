import { readObjects } from "../adapters/git/read-objects.js";
import { FactoryState } from "../domain/factory/factory-state.js";
import { STATE_PATH } from "../domain/gates/state-paths.js";
import { readYaml } from "../yaml.js";
import { complain } from "./complain.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { paintFor } from "./paint.js";
import { statusReport, statusText } from "./status-report.js";
import { withStateBranch } from "./with-state-branch.js";

export function runStatus(args: readonly string[]): Promise<ExitCode> {
  return withStateBranch("status", args, async ({ gitDirectory, head, request: { json } }) => {
    const name = `${head}:${STATE_PATH}`;
    const text = (await readObjects(gitDirectory, [name])).get(name);
    const state = readYaml(STATE_PATH, text ?? "", FactoryState);
    if (!state.ok) {
      const message = `commit ${head} cannot be read\n${state.refusal.message}`;
      return complain("status", { code: state.refusal.code, message }, { json, exit: EXIT.failed });
    }
    const report = statusReport(state.value, head);
    const paint = paintFor(process.stdout, process.env);
    process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : statusText(report, paint));
    return EXIT.ok;
  });
}
