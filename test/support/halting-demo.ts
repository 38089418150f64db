/** The demo's recordings, changed so that its first task halts before anything is built. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { orThrow } from "../../src/domain/refusal.js";
import { Cassette } from "../../src/model/recordings/cassette.js";
import { readYaml, writeYaml } from "../../src/yaml/yaml.js";

const FIRST_PLAN = "planner/T-reading-estimate-from-text-to-words-001/plan.1.yml";

/** `env` makes the demo use them, whatever its prompts are by now. */
export function haltingRecordings(): { readonly env: Readonly<Record<string, string>>; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "halting-demo-"));
  cpSync("fixtures/demo/recordings", folder, { recursive: true });
  const file = join(folder, FIRST_PLAN);
  const cassette = orThrow(readYaml(file, readFileSync(file, "utf8"), Cassette));
  const [turn] = cassette.turns;
  if (turn === undefined) throw new Error(`${FIRST_PLAN} holds no turn`);
  const refused = { ...turn, stop_reason: "refusal", refusal: "I cannot plan this.", content: [] };
  writeFileSync(file, writeYaml({ ...cassette, turns: [refused] }, Cassette));
  const env = { REPLAY_FROM: folder, REPLAY_MATCH: "step" };
  return { env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
