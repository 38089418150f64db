/**
 * A reporter for `node --test`: one JSON line a test, then `{"kind":"end"}`. TAP and JUnit leave out the file of a
 * passing test, and tests of two files may share a title. Plain Node, no dependencies: it runs beside the tests.
 */
import { resolve } from "node:path";

// biome-ignore lint/style/noDefaultExport: node --test takes a reporter by its default export
export default async function* report(source) {
  const started = [];
  const stderr = new Map();
  for await (const { type, data } of source) {
    if (type === "test:start") started.splice(data.nesting, started.length, data.name);
    if (type === "test:stderr") {
      // Node 20 names the file by its whole path, newer ones as it was asked for.
      const file = resolve(data.file);
      stderr.set(file, `${stderr.get(file) ?? ""}${data.message}`.slice(-20_000));
    }
    if (type === "test:pass" || type === "test:fail") {
      const line = describe(type, data, { started, stderr });
      if (line !== undefined) yield `${JSON.stringify(line)}\n`;
    }
  }
  yield `${JSON.stringify({ kind: "end" })}\n`;
}

function describe(type, data, { started, stderr }) {
  const { error, type: kind, duration_ms } = data.details;
  const failed = type === "test:fail" && data.todo === undefined;
  const excused = type === "test:fail" && data.todo !== undefined && data.skip === undefined;
  const hookFailed = failed && error?.failureType === "hookFailed";
  // A suite passes and fails with its tests; only a hook's failure is its own.
  if (kind === "suite" && !hookFailed) return undefined;
  const file = data.file ?? null;
  const isFile = data.nesting === 0 && file !== null && (data.name === file || file.endsWith(`/${data.name}`));
  return {
    kind: "test",
    file,
    titles: [...started.slice(0, data.nesting), data.name],
    status: data.skip !== undefined || data.todo !== undefined ? "skipped" : failed ? "failed" : "passed",
    duration_ms: duration_ms ?? 0,
    is_file: isFile,
    phase: hookFailed || error?.failureType === "hookFailed" ? "hook" : "test",
    error: failed ? describeError(error, isFile ? stderr.get(file) : undefined) : null,
    ...(excused ? { excused } : {}),
  };
}

function describeError(error, printed) {
  const cause = error?.cause ?? error;
  const stack = typeof cause === "object" && cause !== null ? (cause.stack ?? cause.message) : cause;
  return [cause?.code, stack ?? error?.message, printed].filter((part) => part !== undefined && part !== "").join("\n");
}
