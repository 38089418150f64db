import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { Config } from "../../src/domain/config/config.js";
import { openTree } from "../../src/gates/checkout/open-checkout.js";
import { mutateModule } from "../../src/gates/mutation/mutate-module.js";
import { loadPresets, PRESETS_FOLDER } from "../../src/gates/presets/load-presets.js";
import { commandsFor } from "../../src/gates/presets/resolve-commands.js";
import { benchSettings } from "../../src/gates/run/bench-settings.js";
import { openWorkbench } from "../../src/gates/run/workbench.js";
import { readYaml } from "../../src/yaml/yaml.js";
import { createTempRepository } from "../support/temp-repository.js";
import { type BenchLine, below, type Progress } from "./bench-line.js";

const SCRIPT = fileURLToPath(new URL("../../fixtures/demo/script/proposer/", import.meta.url));

/** What mutants cost over the bare tests, for a module of the demo as its Proposer writes it. */
export async function benchMutation(progress: Progress): Promise<BenchLine[]> {
  progress("the mutants of a module of the demo");
  const files = filesOf("T-reading-estimate-from-text-to-words-001", "MM-0001");
  const source = "src/count-words.js";
  const testFile = "test/count-words.test.js";
  const repository = createTempRepository();
  try {
    const base = repository.commit({ "package.json": '{ "type": "module" }\n' });
    const head = repository.commit(files);
    const gitDir = join(repository.folder, ".git");
    const { folder } = repository;
    const before = await openTree({ gitDir, commit: base, folder });
    const after = await openTree({ gitDir, commit: head, folder });
    const presets = await loadPresets(PRESETS_FOLDER);
    const preset = presets.ok ? presets.value.find(({ name }) => name === "node") : undefined;
    if (preset === undefined) throw new TypeError("there is no preset node");
    const config = Config.parse({});
    const { runner } = commandsFor(preset, config, { base: before.tree, head: after.tree });
    const bare = Math.min(...Array.from({ length: 3 }, () => timedTests(folder, testFile)));
    const bench = await openWorkbench({ gitDir, tree: head }, await benchSettings(process.env, PRESETS_FOLDER));
    await bench.sealInstalled();
    const manifest = {
      files: [source, testFile].map((path) => ({ path, action: "CREATE" as const })),
      testFile,
      entry: source,
    };
    const report = await mutateModule(async () => bench, {
      context: { manifest, base: before.tree, head: after.tree, mode: "STRICT" },
      config: config.mutation,
      inventory: [],
      tests: { runner, testFile, ownFiles: [], presetsFolder: PRESETS_FOLDER },
    });
    await bench.close();
    if (report.kind !== "tried") throw new Error(report.reason);
    return [
      {
        name: `${report.mutants.length} mutants of a module of the demo`,
        value: report.duration_ms,
        unit: "ms",
        goal: below(Math.round(3 * bare + 5_000)),
        note: `its bare tests take ${Math.round(bare)} ms`,
      },
    ];
  } finally {
    repository.remove();
  }
}

const Turns = z.looseObject({
  turns: z.array(
    z.looseObject({
      calls: z
        .array(z.looseObject({ input: z.looseObject({ path: z.string(), text: z.string().optional() }) }))
        .optional(),
    }),
  ),
});

/** The files that the script of the demo writes for a module before it is challenged. */
function filesOf(task: string, module: string): Record<string, string> {
  const names = readdirSync(join(SCRIPT, task)).filter((name) => /\.(?:specify|implement)\.1\.yml$/.test(name));
  const written = names
    .filter((name) => name.startsWith(module))
    .flatMap((name) => {
      const read = readYaml(name, readFileSync(join(SCRIPT, task, name), "utf8"), Turns);
      if (!read.ok) throw new Error(read.refusal.message);
      return read.value.turns.flatMap(({ calls = [] }) => calls.map(({ input }) => input));
    });
  return Object.fromEntries(written.flatMap(({ path, text }) => (text === undefined ? [] : [[path, text]])));
}

function timedTests(cwd: string, testFile: string): number {
  const began = performance.now();
  execFileSync("node", ["--test", testFile], { cwd, stdio: "ignore" });
  return performance.now() - began;
}
