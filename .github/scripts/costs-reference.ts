import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { costOf, type Usage } from "../../src/domain/budget/cost.js";
import { Config } from "../../src/domain/config/config.js";
import { Cassette } from "../../src/model/recordings/cassette.js";
import { readYaml } from "../../src/yaml/yaml.js";
import { markdownTable } from "./markdown-table.js";

const RECORDINGS = fileURLToPath(new URL("../../fixtures/demo/recordings", import.meta.url));

type Call = { readonly role: string; readonly usage: Usage; readonly usd: number };

/** The cost of the demo's recorded calls at list price, role by role. */
export function costsReference(): string {
  const calls = recordedCalls();
  const roles = [...new Set(calls.map(({ role }) => role))].sort();
  const rows = [
    ...roles.map((role) =>
      row(
        role,
        calls.filter((call) => call.role === role),
      ),
    ),
    row("**all**", calls),
  ];
  return [
    "# What it costs",
    "<!-- Generated from fixtures/demo/recordings: npm run generate -->",
    "The demo's product, from SPEC.md to its release, at the prices of an empty `.factory/config.yml`. Its answers were written by hand and its tokens are estimated from the size of what was sent and said, nothing taken from a cache. A real model thinks before it answers, so its output is larger; much of its input comes from the cache, which is cheaper. Read the table as what a small product's conversation weighs, not as a bill.",
    markdownTable(["role", "calls", "input", "output", "cache read", "cache written", "US dollars"], rows),
    "Nothing is asked beyond the budget: `budgets.warn_usd` is a checkpoint, `budgets.hard_usd` an end, and the most that a question can cost is held against them before it is asked. Beside the model there are the minutes of GitHub Actions that gate runs take; in public repositories these are free.",
    "",
  ].join("\n\n");
}

const README = fileURLToPath(new URL("../../README.md", import.meta.url));
const BLOCK = /(<!-- costs: generated, npm run generate -->\n)[\s\S]*?(<!-- \/costs -->)/;

/** The README with the demo's current figures. */
export function readmeWithCosts(): string {
  const calls = recordedCalls();
  const [, count, input, output, , , usd] = row("all", calls);
  const figures = `The demo's product, four small tasks with one revision, one amendment and one halt: ${count} calls, ${input} tokens in, ${output} out, $${usd} at list price, the tokens estimated from the size of what was sent and said. Those answers were written by hand and short; a real model thinks before it answers, so expect a few times that.`;
  const text = readFileSync(README, "utf8");
  if (!BLOCK.test(text)) throw new Error("README.md has no place for the demo's costs");
  return text.replace(BLOCK, (_whole, start: string, end: string) => `${start}${figures}\n${end}`);
}

function recordedCalls(): Call[] {
  if (!existsSync(RECORDINGS)) return [];
  const { models, prices } = Config.parse({});
  const files = readdirSync(RECORDINGS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".yml"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return files.flatMap((file) => {
    const cassette = readYaml(file, readFileSync(file, "utf8"), Cassette);
    if (!cassette.ok) throw new Error(cassette.refusal.message);
    const { key, turns } = cassette.value;
    return turns.map(({ usage }) => ({
      role: key.role,
      usage,
      usd: costOf(usage, models[key.role].name, prices).usd ?? 0,
    }));
  });
}

function row(name: string, calls: readonly Call[]): string[] {
  const sum = (pick: (call: Call) => number) => calls.reduce((total, call) => total + pick(call), 0);
  const tokens = (field: keyof Usage) => sum(({ usage }) => usage[field] ?? 0).toLocaleString("en-US");
  return [
    name,
    String(calls.length),
    tokens("input_tokens"),
    tokens("output_tokens"),
    tokens("cache_read_tokens"),
    tokens("cache_write_tokens"),
    sum(({ usd }) => usd).toFixed(2),
  ];
}
