/** How it is known that a command line of the documentation works. */
export type Proof =
  /** A test runs it, or does what it does: the test by its title, and the words by which it does so. */
  | { readonly kind: "test"; readonly file: string; readonly title: string; readonly words: string }
  /** `.ci/run` runs it, in these lines. */
  | { readonly kind: "ci-run"; readonly lines: readonly string[] }
  /** A step of ci.yml runs it. */
  | { readonly kind: "workflow"; readonly step: string }
  /** Nothing automatic can; why, and which test comes nearest. */
  | { readonly kind: "by-hand"; readonly why: string; readonly nearest: string };

const byTest = (file: string, title: string, words: string): Proof => ({ kind: "test", file, title, words });
const byCi = (...lines: string[]): Proof => ({ kind: "ci-run", lines });
const byWorkflow = (step: string): Proof => ({ kind: "workflow", step });
const byHand = (why: string, nearest: string): Proof => ({ kind: "by-hand", why, nearest });

/** The README's own command, in a fresh clone. */
const BARE_TESTS = byCi("timed npm run fresh-clone -- --bare --test");
const EVERYTHING = byCi("timed npm run test:all");
const DEMO = "test/cli/demo/demo.e2e.test.ts";
const SCRIPTS = "test/documentation/scripts.e2e.test.ts";
const SOAK = byTest(SCRIPTS, "npm run soak plays a part for as long as it is told", '"fuzz"');
const STORY = byTest(
  "test/cli/demo/story.e2e.test.ts",
  "is played to its release without a key, also when a prompt has changed since, and counts what differs",
  '"--story"',
);
const REPAIR = byTest(
  "test/e2e/corrupt-files.e2e.test.ts",
  "is restored by the commands of the troubleshooting page",
  "troubleshooting.md",
);
const DOCTOR = byTest(
  "test/cli/doctor/doctor.test.ts",
  "finds everything in .env, as the App does, when nothing is in the environment",
  '"doctor", "acme/product"',
);
const CONTAINER = byHand(
  "there is no container engine where tests run: the Dockerfile is judged by reading, and what it starts by starting it",
  "test/documentation/container.test.ts",
);
const START = byTest(
  "test/documentation/start.test.ts",
  "starts the App from a filled-in .env.example, answers both probes, and ends with 0 on SIGTERM",
  '"--env-file=.env", "dist/main.js"',
);

const GATES = byTest(
  "test/cli/gates/gates.test.ts",
  "judges the repository that is named, from any folder, in place of the plan's own",
  '"gates", "--plan", "plan.json"',
);

/** Every command line that the documentation tells to type. */
export const PROOFS: Readonly<Record<string, Proof>> = {
  "npm ci && npm run demo": byWorkflow("npm run fresh-clone -- --bare --demo"),
  "npm ci && npm test": BARE_TESTS,
  "npm ci": byCi("timed npm ci"),
  "npm test": BARE_TESTS,
  "npm run test:e2e": EVERYTHING,
  "npm run test:all": EVERYTHING,
  "npm run check": byCi("timed npm run check"),
  "npx factory": byTest("test/documentation/start.test.ts", "npx factory help", '"factory", "help"'),
  "npx factory demo --decide": byTest(DEMO, "types the command as a chosen user, and sees the task ship", '"--decide"'),
  "npx factory demo --keep": byTest(DEMO, "ends with what was built, its tests and its cost, and with 0", '"--keep"'),
  "npx factory demo --model anthropic": byTest(
    "test/cli/demo/demo-terminal.e2e.test.ts",
    "goes the same way to a release with a real model, after asking, and takes the answers that are typed",
    '"--model anthropic"',
  ),
  "npx factory demo --story DIR": STORY,
  "npx factory demo --story NAME": STORY,
  "npx factory sandbox --record DIR": byTest(
    "test/cli/demo/story.e2e.test.ts",
    "has the request, the model's answers, and what the person said to which question",
    '"--record"',
  ),
  "npx factory sandbox --spec my-spec.md --model anthropic": byTest(
    "test/cli/sandbox/sandbox.e2e.test.ts",
    "the sandbox goes with a real model from any SPEC.md to its release, and says whenever it is a person's turn",
    '"my-spec.md"',
  ),
  "npx factory sandbox --repo ../my-library --model anthropic": byTest(
    "test/sandbox/local-repository.test.ts",
    "serves its history and tags under its name, with the spec on top, and runs none of its workflows for it",
    '"--repo"',
  ),
  "npx factory conform owner/name --yes": byTest(
    "test/cli/conform/conform.e2e.test.ts",
    "finds everything as the App relies on it, and keeps what was said without a secret",
    '"--yes"',
  ),
  "docker build -t software-factory .": CONTAINER,
  "docker run -d --init --restart unless-stopped --env-file .env -p 3000:3000 --name software-factory software-factory":
    CONTAINER,
  "npm ci && node --env-file=.env dist/main.js": START,
  "node --env-file=.env dist/main.js": START,
  "npm ci && npm run register -- https://YOUR-HOST": byTest(
    "test/documentation/register.test.ts",
    "sends app.yml to GitHub %s and writes what comes back where the App reads it",
    "dist/register.js",
  ),
  "npm run bench": byTest(SCRIPTS, "npm run bench measures what it is asked for", '"state"'),
  "npm run bench -- task": byHand(
    "it takes a minute, and what it counts is asserted by a test",
    "test/e2e/decisions/undo.e2e.test.ts",
  ),
  "npm run bench -- loop": byHand(
    "LangGraph.js is no part of the install, and without it half of the figures",
    "test/documentation/scripts.e2e.test.ts",
  ),
  "npm ci --prefix test/bench/langgraph": byHand(
    "it downloads a compiled database, which tests without a network cannot",
    "test/documentation/scripts.e2e.test.ts",
  ),
  "npm run soak": SOAK,
  "npm run soak -- --help": SOAK,
  "npm run soak -- properties": SOAK,
  "npm run soak -- fuzz": SOAK,
  "npm run soak -- faults": SOAK,
  "npm run soak -- attack races": SOAK,
  "npm run record-demo": byHand(
    "it writes the recordings anew; the same script is played by a test, and what was recorded by another",
    "test/cli/demo/demo-terminal.e2e.test.ts",
  ),
  "npm run screenshots": byHand(
    "a picture is looked at by a person; what the pages show is asserted in Chromium",
    "test/sandbox/pages/parts/browser.e2e.test.ts",
  ),
  "npm run fresh-clone": byWorkflow("npm run fresh-clone -- --bare --demo"),
  "npm run fresh-clone -- --bare --test": BARE_TESTS,
  "npm run extract-openapi": byWorkflow("npm run extract-openapi -- --check"),
  "npm run extract-openapi -- --check": byWorkflow("npm run extract-openapi -- --check"),
  "npm run bundle-tfjs": byWorkflow("npm run bundle-tfjs -- --check"),
  "npm run bundle-tfjs -- --check": byWorkflow("npm run bundle-tfjs -- --check"),
  "npm run generate": byTest(
    "test/scripts/generate.test.ts",
    "writes what is checked in, and checks it",
    "generate.ts",
  ),
  "git fetch origin factory/state && git checkout -B repair FETCH_HEAD": REPAIR,
  'git checkout HEAD~1 -- .factory/state.yml && git commit -m "Restore the state" && git push origin HEAD:factory/state':
    REPAIR,
  "npx factory demo [--decide] [--keep]": byTest(
    DEMO,
    "ends with what was built, its tests and its cost, and with 0",
    '"--decide", "--keep"',
  ),
  "npx factory sandbox [--spec FILE] ...": byTest(
    "test/cli/sandbox/sandbox.e2e.test.ts",
    "the sandbox tells a person where to look, what to do first and how it ends, and when it is their turn",
    '"--spec"',
  ),
  "npx factory gates --plan FILE [DIR]": GATES,
  "node PATH-OF-THE-CLONE/dist/cli.js gates --plan plan.json": GATES,
  "npx factory status [DIR | owner/name]": byTest(
    "test/cli/replay/replay-of-the-loop.test.ts",
    "shows its status to readers of the repository",
    "runStatus(",
  ),
  "npx factory reindex [DIR | owner/name]": byTest(
    "test/cli/reindex/reindex.test.ts",
    "makes every vector of the index anew, with the embedder of the configuration",
    "runReindex(",
  ),
  "npx factory trace REQ-001": byTest(
    "test/cli/trace/trace.test.ts",
    "walks from a requirement to the test, its clauses and the commit, and says what nothing shows yet",
    "runTrace(",
  ),
  "npx factory replay [DIR | owner/name]": byTest(
    "test/cli/replay/state-branch.test.ts",
    "reproduces a history from a folder",
    "runReplay(",
  ),
  "npx factory doctor [owner/name]": DOCTOR,
  "npx factory doctor OWNER/NAME": DOCTOR,
  "npx factory help [COMMAND]": byTest(
    "test/documentation/commands.test.ts",
    "factory help demo shows the same as factory demo --help",
    'factory("help", "demo")',
  ),
};
