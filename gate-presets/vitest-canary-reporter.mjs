/**
 * Beside the reporters of vitest: where nothing failed but the canaries, which must, it takes back the exit code that vitest sets
 * for them. They stay failures in the report. Vitest 1 to 5 call one of `onFinished` and `onTestRunEnd` after that, 3 both.
 */
const CANARY = /^factory_canary_[0-9a-f]{16}$/;

// biome-ignore lint/style/noDefaultExport: vitest takes a reporter by its default export
export default class ExcuseCanaries {
  onInit(vitest) {
    this.vitest = vitest;
    this.before = process.exitCode;
  }

  /** What has failed the run by now is no canary: tests are counted after the last of these. */
  onTaskUpdate() {
    this.before = process.exitCode;
  }

  onFinished(_, errors = []) {
    this.excuse(errors);
  }

  onTestRunEnd(_, errors, reason) {
    if (reason !== "interrupted") this.excuse(errors);
  }

  excuse(errors) {
    const { state, config } = this.vitest;
    // A threshold of coverage is not judged where a test has failed.
    if (errors.length > 0 || config.coverage?.enabled) return;
    const files = state.getFiles();
    if (files.some((file) => isFailed(file)) && files.every(failsByCanariesAlone)) process.exitCode = this.before;
  }
}

const isFailed = ({ result }) => result?.state === "fail";

/** A suite fails by what is in it; errors of its own are those of a hook, or of a file that could not be loaded. */
function failsByCanariesAlone(task) {
  if (!isFailed(task)) return true;
  if (task.type === "test" || task.type === "custom") return CANARY.test(task.name);
  return !task.result.errors?.length && task.tasks.some(isFailed) && task.tasks.every(failsByCanariesAlone);
}
