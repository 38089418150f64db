import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Config } from "../../src/domain/config/config.js";
import { openTree } from "../../src/gates/checkout/open-checkout.js";
import { createExecution } from "../../src/gates/execute/execution.js";
import { choosePreset } from "../../src/gates/presets/detect-preset.js";
import { loadPresets, PRESETS_FOLDER } from "../../src/gates/presets/load-presets.js";
import { commandsFor } from "../../src/gates/presets/resolve-commands.js";
import { benchSettings } from "../../src/gates/run/bench-settings.js";
import { createTempRepository, type TempRepository } from "../support/temp-repository.js";
import { atMost, type BenchLine, type Progress, rounded } from "./bench-line.js";

/** A suite that takes so many seconds, whatever else the machine does: what the pipeline adds is set against it. */
const suiteOf = (seconds: number): string => `import assert from "node:assert/strict";
import { test } from "node:test";
test("takes its time", async () => {
  await new Promise((resolve) => setTimeout(resolve, ${seconds * 1_000}));
  assert.ok(true);
});
`;

type Measured = { readonly bare: number; readonly gated: number };

/** Gate 3 on a suite whose only file is the task's own, beside the bare command: no suite has more of it to guard. */
export async function benchPipeline(progress: Progress): Promise<BenchLine[]> {
  const long = await measure(progress, { seconds: 30, samples: 2 });
  const short = await measure(progress, { seconds: 0, samples: 5 });
  return [
    {
      name: "suite of 30 s in the pipeline over the bare command",
      value: rounded(((long.gated - long.bare) / long.bare) * 100, 1),
      unit: "%",
      goal: atMost(5),
      note: `the bare command takes ${Math.round(long.bare)} ms`,
    },
    {
      name: "what the pipeline adds to a small suite",
      value: Math.round(short.gated - short.bare),
      unit: "ms",
      goal: atMost(1_500),
      note: `the bare command takes ${Math.round(short.bare)} ms`,
    },
  ];
}

/** The best of several runs of each, in turns. */
async function measure(
  progress: Progress,
  { seconds, samples }: { readonly seconds: number; readonly samples: number },
): Promise<Measured> {
  const repository = createTempRepository();
  try {
    const text = suiteOf(seconds);
    const commit = repository.commit({ "package.json": '{ "type": "module" }\n', "suite.test.js": text });
    const all: Measured[] = [];
    for (let sample = 1; sample <= samples; sample += 1) {
      progress(`a suite of ${seconds} s, bare and in the pipeline, ${sample} of ${samples}`);
      const bare = await timed(async () =>
        execFileSync("node", ["--test"], { cwd: repository.folder, stdio: "ignore" }),
      );
      all.push({ bare, gated: await timed(() => gate3(repository, commit, text)) });
    }
    return {
      bare: Math.min(...all.map(({ bare }) => bare)),
      gated: Math.min(...all.map(({ gated }) => gated)),
    };
  } finally {
    repository.remove();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function gate3({ folder }: TempRepository, commit: string, text: string): Promise<void> {
  const snapshot = { gitDir: join(folder, ".git"), tree: commit };
  const presets = await loadPresets(PRESETS_FOLDER);
  const { tree } = await openTree({ gitDir: snapshot.gitDir, commit, folder });
  const preset = presets.ok ? choosePreset(presets.value, "node", tree.paths()) : presets;
  if (!preset.ok) throw new TypeError(preset.refusal.message);
  const execution = createExecution({
    settings: await benchSettings(process.env, PRESETS_FOLDER),
    commands: commandsFor(preset.value, Config.parse({}), { base: tree, head: tree }),
    base: snapshot,
    subject: snapshot,
    testFile: null,
    taskTests: [{ path: "suite.test.js", text }],
    changedFiles: [],
    ownFiles: [],
    baseline: null,
    measuresBase: false,
    runsRed: false,
    runsBuild: true,
    suiteSkipped: null,
  });
  const { suite } = await execution.gather(3);
  await execution.close();
  // A suite that was not believed, or did not run, would be measured as fast.
  if (!suite.ran || suite.results.length !== 1 || suite.results[0]?.status !== "passed")
    throw new Error(`the suite of the bench did not pass: ${JSON.stringify(suite)}`);
}
