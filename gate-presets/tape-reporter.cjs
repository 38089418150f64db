/**
 * Preloaded into tape, it writes what our reporters for `node --test` and mocha do: one JSON line a test, then `{"kind":"end"}`.
 * Tape's TAP shares its stream with whatever the code prints, and announces a comment as it announces a test. Its
 * `createStream` misses tests that are declared before the run begins, as its own command does, so we listen beside it.
 */
const { writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");
const { inspect } = require("node:util");
const { fileURLToPath } = require("node:url");

const { FACTORY_REPORT: report } = process.env;
delete process.env.FACTORY_REPORT;
const tape = createRequire(path.join(process.cwd(), "package.json"))("tape");
// Otherwise the run begins, and ends, before modules are loaded. Versions that load none do not have it.
tape.wait?.();
const harness = tape.getHarness();
/** A test of tape is what its assertions are: one that made none, because it is made of others or empty, is not told. */
const told = new Set();

harness._results.on("_push", (test) => watch(test, { file: declaringFile(), titles: [] }));

// Called at every exit that is not a crash, after what was left open has failed.
const { close } = harness;
harness.close = () => {
  const lines = [...[...told].map(describe), { kind: "end" }].map((line) => JSON.stringify(line));
  writeFileSync(report, `${lines.join("\n")}\n`);
  close();
};

function watch(test, { file, titles }) {
  const seen = {
    test,
    file,
    titles: [...titles, test.name],
    skips: false,
    excused: false,
    error: null,
    started: 0n,
    ended: 0n,
  };
  test.once("prerun", () => {
    seen.started = process.hrtime.bigint();
    if (test._skip || test._todo) told.add(seen);
  });
  test.on("test", (inner) => watch(inner, seen));
  test.on("result", (result) => {
    if (typeof result === "string") return; // a comment
    told.add(seen);
    if (test._todo && !result.skip && !result.ok) seen.excused = true;
    if (result.skip || result.todo) seen.skips = true;
    else if (!result.ok) seen.error ??= describeFailure(result);
  });
  test.once("end", () => {
    seen.ended = process.hrtime.bigint();
  });
}

/** The outermost file of the project: a test that a shared function declares is one of the file that calls it. */
function declaringFile() {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? "");
  const files = new Error().stack.map((file) => (file.startsWith("file://") ? fileURLToPath(file) : file));
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  const own = path.join(process.cwd(), path.sep);
  const isOwn = (file) => file !== __filename && file.startsWith(own) && !file.includes("/node_modules/");
  return files.filter(isOwn).at(-1) ?? null;
}

/** Whatever is left out of a test, by it or by one of its assertions, was not tested. */
function describe({ test, file, titles, skips, excused, error, started, ended }) {
  const failure = error ?? (ended === 0n ? "operator: end\nthe test did not end" : null);
  const isSkipped = Boolean(test._skip || test._todo || (skips && failure === null));
  return {
    kind: "test",
    file,
    titles,
    status: isSkipped ? "skipped" : failure === null ? "passed" : "failed",
    duration_ms: ended === 0n ? 0 : Number(ended - started) / 1e6,
    is_file: false,
    phase: "test",
    error: isSkipped ? null : failure,
    ...(excused ? { excused } : {}),
  };
}

function describeFailure(result) {
  const { name, operator, actual, error } = result;
  const shown = (value) => inspect(value, { depth: 5, customInspect: false });
  const values = ["expected", "actual"].filter((key) => key in result).map((key) => `${key}: ${shown(result[key])}`);
  const stack = actual?.stack ?? error?.stack ?? "";
  return [name, `operator: ${operator}`, ...values, stack].join("\n");
}
