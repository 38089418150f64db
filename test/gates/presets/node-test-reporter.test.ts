import { resolve } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";

type Event = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
const Reporter = z.object({
  default: z.custom<(events: AsyncIterable<Event>) => AsyncIterable<string>>((value) => typeof value === "function"),
});

const FILE = resolve("test/words.test.mjs");
const PRINTED = "Error [ERR_MODULE_NOT_FOUND]: Cannot find module './words.mjs'\n";

/** A file that cannot be loaded, as the runner of a Node tells of it. */
async function* broken(name: string): AsyncGenerator<Event> {
  yield { type: "test:stderr", data: { file: name, message: PRINTED } };
  yield { type: "test:start", data: { nesting: 0, name, file: FILE } };
  const error = new Error("test failed", { cause: "test failed" });
  yield { type: "test:fail", data: { nesting: 0, name, file: FILE, details: { error, duration_ms: 1 } } };
}

it.each([
  ["20, by its whole path", FILE],
  ["newer, as it was asked for", "test/words.test.mjs"],
])("what a file that cannot be loaded printed is told with it, by Node %s", async (_, name) => {
  const path = resolve("gate-presets/node-test-reporter.mjs");
  const { default: report } = Reporter.parse(await import(path));
  const lines: unknown[] = [];
  for await (const line of report(broken(name))) lines.push(JSON.parse(line));
  expect(lines).toEqual([
    expect.objectContaining({ file: FILE, is_file: true, status: "failed", error: `test failed\n${PRINTED}` }),
    { kind: "end" },
  ]);
});
