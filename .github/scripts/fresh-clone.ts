/**
 * What a newcomer does, from nothing: clones this repository at its last commit, and runs the README's commands there with
 * an empty home. Whatever they write outside the clone and the temporary folder is an error: where bubblewrap works,
 * everything else is read-only to them; elsewhere the home is looked at afterwards.
 * `npm run fresh-clone`, or `npm run fresh-clone -- --test` for `npm test` as well; with files behind it, only those tests.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";

const [mode, ...files] = process.argv.slice(2);
/** The commands of the README's first block, as they stand there. */
const BOTH = (/```bash\n([\s\S]*?)```/.exec(readFileSync("README.md", "utf8"))?.[1] ?? "").trim().split("\n");
const COMMANDS =
  files.length > 0 ? [`npm ci && npm test -- ${files.join(" ")}`] : BOTH.slice(0, mode === "--test" ? 2 : 1);
const PLACES = ["clone", "home", "npm", "tmp"];

const root = mkdtempSync(join(tmpdir(), "fresh-clone-"));
for (const place of PLACES.slice(1)) mkdirSync(join(root, place));
// Some tests start programs as other users, who must be able to pass.
chmodSync(root, 0o755);
chmodSync(join(root, "tmp"), 0o1777);
const clone = join(root, "clone");
execFileSync("git", ["clone", "--quiet", process.cwd(), clone]);

const npmrc = join(homedir(), ".npmrc");
const env = {
  PATH: process.env.PATH ?? "",
  HOME: join(root, "home"),
  TMPDIR: join(root, "tmp"),
  // npm's cache and settings are npm's own: where packages come from is the machine's business.
  npm_config_cache: join(root, "npm"),
  ...(existsSync(npmrc) ? { npm_config_userconfig: npmrc } : {}),
};

/** The whole machine to read, this folder to write; and /tmp, for whoever asks nobody where the temporary folder is. */
const temporary = join(root, "tmp");
const BINDS = [
  ["--ro-bind", "/", "/"],
  ["--dev-bind", "/dev", "/dev"],
  ["--bind", "/proc", "/proc"],
  ["--bind", temporary, "/tmp"],
  ["--bind", root, root],
].flat();
const WALL = ["bwrap", ...BINDS, "--cap-add", "ALL", "--die-with-parent", "--"];

const run = ([file = "", ...args]: readonly string[], options: object) => spawnSync(file, args, options);
const isWalled = run([...WALL, "true"], { stdio: "ignore" }).status === 0;
process.stdout.write(
  isWalled
    ? `Everything outside ${root} is read-only from here on; /tmp is a folder in it.\n`
    : "There is no bubblewrap that works here: what is written outside the home and the temporary folder is not seen.\n",
);

/** Of the temporary folder, the place where this one is mounted in it is no news. */
const leftIn = (folder: string) => readdirSync(folder).filter((name) => name !== basename(root));

function leftBehind(): string[] {
  const home = leftIn(join(root, "home")).map((name) => join("home", name));
  return [...home, ...leftIn(root).filter((name) => !PLACES.includes(name))];
}

try {
  for (const command of COMMANDS) {
    process.stdout.write(`\n$ ${command}\n`);
    const shell = ["sh", "-c", command];
    const options = { cwd: clone, env, stdio: ["ignore", "inherit", "inherit"] };
    const began = Date.now();
    const { status } = run(isWalled ? [...WALL, ...shell] : shell, options);
    const seconds = Math.round((Date.now() - began) / 1_000);
    const left = leftBehind();
    if (status !== 0 || left.length > 0) {
      process.stderr.write(`${command}: exit code ${status}, left behind: ${left.join(", ") || "nothing"}\n`);
      process.exitCode = 1;
      break;
    }
    process.stdout.write(
      `${command}: ${seconds} seconds on ${availableParallelism()} cores; nothing outside the clone and the temporary folder; in the latter: ${leftIn(temporary).join(", ") || "nothing"}\n`,
    );
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
