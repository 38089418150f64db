import type { BenchLine } from "./bench-line.js";
import { benchDebate } from "./debate.js";
import { benchForge } from "./forge.js";
import { benchGates } from "./gates.js";
import { benchIndex } from "./index.js";
import { benchLoop } from "./loop.js";
import { benchReplicas } from "./replicas.js";
import { benchState } from "./state.js";
import { benchTask } from "./task.js";

/** Every bench by name; `npm run bench -- state` runs one. Figures are ratios and counts first, times second. */
const BENCHES: Readonly<Record<string, () => Promise<BenchLine[]>>> = {
  forge: benchForge,
  gates: benchGates,
  index: benchIndex,
  loop: async () => [...(await benchLoop()), ...(await benchDebate())],
  replicas: benchReplicas,
  state: benchState,
  task: benchTask,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`unknown bench: ${unknown.join(", ")}. There are: ${Object.keys(BENCHES).join(", ")}`);
  process.exit(2);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const line of await bench()) {
    console.log(`${name}\t${line.name}\t${line.value} ${line.unit}${line.note === undefined ? "" : `\t${line.note}`}`);
  }
}
