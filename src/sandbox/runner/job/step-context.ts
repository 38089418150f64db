import type { Masker } from "../log/masker.js";
import { createStepConsole, type StepConsole } from "../log/step-console.js";
import { createStepLog, type StepLog } from "../log/step-log.js";
import type { Conclusion } from "../run-event.js";
import type { RunContext } from "./job-context.js";

/** GitHub's numbering: 1 is "Set up job", then come the steps of the file, and the last is "Complete job". */
export const SET_UP_STEP = 1;
export const FIRST_STEP = 2;

/** Opens the console of a numbered step and closes it with a conclusion. A skipped step is only closed. */
export type StepContext = {
  readonly open: (step: number) => StepConsole;
  readonly close: (step: number, conclusion: Conclusion) => void;
};

/** Connects the consoles of a job's steps to the host's reports. */
export function createStepContext(run: RunContext, job: string, masker: Masker): StepContext {
  const logs = new Map<number, StepLog>();
  return {
    open: (step) => {
      run.report({ kind: "step-started", job, step });
      const log = createStepLog({
        masker,
        caps: { stepBytes: run.machine.stepLogBytes, lineLength: run.machine.lineLength },
        emit: (line) => run.report({ kind: "log", job, step, line }),
      });
      logs.set(step, log);
      return createStepConsole({
        log,
        masker,
        publish: (annotation) => run.report({ kind: "annotation", job, step, annotation }),
      });
    },
    close: (step, conclusion) => {
      logs.get(step)?.end();
      run.report({ kind: "step-finished", job, step, conclusion });
    },
  };
}
