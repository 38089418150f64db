/**
 * What a newcomer does, from nothing: clones this repository at its last commit, and runs the README's commands there with
 * an empty home. Whatever they write outside the clone and the temporary folder is an error: where bubblewrap works,
 * everything else is read-only to them; elsewhere the home is looked at afterwards.
 *
 *   npm run fresh-clone                            npm ci && npm run demo
 *   npm run fresh-clone -- --test                  npm ci && npm test
 *   npm run fresh-clone -- --test FILE...          npm ci, and those tests
 *   npm run fresh-clone -- --demo --test           both, one after the other
 *   npm run fresh-clone -- --bare ...              on a machine with Node, npm, git, a shell and nothing else
 *   npm run fresh-clone -- --bare --with script    and with the program `script`
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { hideOthers, makeBarePath } from "./fresh-clone/bare-programs.js";
import { makePlaces } from "./fresh-clone/places.js";
import { wallAround } from "./fresh-clone/wall.js";

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    demo: { type: "boolean", default: false },
    test: { type: "boolean", default: false },
    bare: { type: "boolean", default: false },
    with: { type: "string", multiple: true, default: [] },
  },
});

/** The commands of the README's first block. */
const [demo = "", test = ""] = (/```bash\n([\s\S]*?)```/.exec(readFileSync("README.md", "utf8"))?.[1] ?? "")
  .trim()
  .split("\n");
const tests = files.length > 0 ? `npm ci && npx vitest run ${files.join(" ")}` : test;
const isTested = values.test || files.length > 0;
const commands = [...(values.demo || !isTested ? [demo] : []), ...(isTested ? [tests] : [])];

const places = makePlaces();
try {
  const names = values.bare ? makeBarePath(places.bin, values.with) : [];
  const wall = wallAround(places, values.bare ? hideOthers(names) : []);
  const isWalled = wall.length > 0;
  const env = places.env(values.bare ? places.bin : (process.env.PATH ?? ""));
  if (values.bare) process.stdout.write(`PATH leads to these programs alone: ${names.join(" ")}\n`);
  process.stdout.write(
    isWalled
      ? `Everything outside ${places.root} is read-only from here on; /tmp is a folder in it.\n`
      : "There is no bubblewrap that works here: what is written outside the home and the temporary folder is not seen.\n",
  );
  for (const command of commands) {
    process.stdout.write(`\n$ ${command}\n`);
    const [file = "", ...args] = [...wall, "sh", "-c", command];
    const began = Date.now();
    const { status } = spawnSync(file, args, { cwd: places.clone, env, stdio: ["ignore", "inherit", "inherit"] });
    const seconds = Math.round((Date.now() - began) / 1_000);
    const left = places.leftBehind();
    if (status !== 0 || left.length > 0) {
      process.stderr.write(`${command}: exit code ${status}, left behind: ${left.join(", ") || "nothing"}\n`);
      process.exitCode = 1;
      break;
    }
    process.stdout.write(
      `${command}: ${seconds} seconds on ${availableParallelism()} cores; nothing outside the clone and the temporary folder; in the latter: ${places.leftInTemporary().join(", ") || "nothing"}\n`,
    );
  }
} finally {
  places.remove();
}
