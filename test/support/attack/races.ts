/** Pushes between a verdict and its merge, and what each leaves on the default branch. */
import { Octokit } from "@octokit/rest";
import type { GateRequest } from "../../../src/domain/gates/gate-request.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { afterTheSecond } from "../../../src/sandbox/demo/person.js";
import { quickGates } from "../quick-gates.js";
import { askQuickly, consent, type ScriptedProduct, startScriptedProduct, untilState } from "../scripted-product.js";
import { quickTask, smoothAnswers, taskAnswers, toy, toyTask } from "../toy-modules.js";
import { until } from "../until.js";
import { openWindow, type Point, type Window } from "./strike.js";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const ALPHA = toy("alpha", 1);
const QUICK = quickTask([ALPHA]);
const SMUGGLED = ["evil.txt", ".github/workflows/evil.yml"] as const;

export type Raced = {
  /** The App's requests between verdict and merge. */
  readonly requests: number;
  readonly struck: string | null;
  /** Smuggled files that reached the default branch without a verdict. */
  readonly smuggled: readonly string[];
  /** How it ended. */
  readonly end: string;
};

/** A person with write permission pushes, with the name and the message of the App's last commit. */
async function pushOnto({ forge }: ScriptedProduct, branch: string): Promise<void> {
  const { repo: at } = forge;
  const { rest } = new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: forge.users.write.token, log: quiet });
  const head = (await rest.repos.getBranch({ ...at, branch })).data.commit;
  const tree = SMUGGLED.map((path) => ({ path, mode: "100644", type: "blob", content: "evil: true\n" }) as const);
  const made = await rest.git.createTree({ ...at, base_tree: head.commit.tree.sha, tree });
  const { name = "", email = "" } = head.commit.author ?? {};
  const { message } = head.commit;
  const author = { name, email };
  const commit = await rest.git.createCommit({ ...at, message, tree: made.data.sha, parents: [head.sha], author });
  await rest.git.updateRef({ ...at, ref: `heads/${branch}`, sha: commit.data.sha });
}

async function smuggledOn({ gitHub, forge }: ScriptedProduct): Promise<string[]> {
  const { data } = await gitHub.rest.git.getTree({ ...forge.repo, tree_sha: "main", recursive: "true" });
  return data.tree.map(({ path }) => path).filter((path) => SMUGGLED.some((smuggled) => smuggled === path));
}

/** Pushes to the spec branch, between the approval of a spec and its merge. */
export async function raceSpec(point: Point | null): Promise<Raced> {
  const product = await startScriptedProduct({ answers: smoothAnswers([toyTask(1, [ALPHA])]) });
  const { person, forge } = product;
  const opened: { branch?: string } = {};
  const window = openWindow(forge, point, () => pushOnto(product, opened.branch ?? ""));
  try {
    await consent(product);
    const issue = await person.ask("Build wrappers");
    const isShown = ({ product: spec }: FactoryState) =>
      spec?.phase === "awaiting-approval" && spec.pull_request !== null;
    await untilState(product, "the spec", isShown);
    const spec = await until("the spec's pull request", () => person.pullOf("factory/spec"));
    opened.branch = spec.head.ref;
    await afterTheSecond();
    await forge.idle();
    window.open();
    await person.comment(spec.number, "/factory approve");
    const end = await until("an end", async () => {
      const state = await person.state();
      if (state?.project !== null && state?.project !== undefined) return "merged";
      const said = await person.comments(issue);
      return said.some((body) => body.includes("something else than was approved")) ? "held" : undefined;
    });
    return await raced(product, window, end);
  } finally {
    window.close();
    await product.stop();
  }
}

/** Pushes between green gates and the merge of a task, to its branch or to the default branch. */
export async function raceTask(point: Point | null, where: "branch" | "base"): Promise<Raced> {
  const started: { window?: Window } = {};
  const judged: GateRequest[] = [];
  const product = await startScriptedProduct({
    answers: taskAnswers(QUICK),
    performRun: quickGates((request) => {
      if (request.run_type === "EXECUTION") started.window?.open();
      if (request.run_type === "INTEGRITY") judged.push(request);
      return [];
    }),
  });
  const branch = where === "branch" ? `factory/${QUICK.id}` : "main";
  const window = openWindow(product.forge, point, () => pushOnto(product, branch));
  started.window = window;
  try {
    await consent(product);
    await askQuickly(product, QUICK);
    const state = await untilState(product, "an end", ({ project }) =>
      Object.values(project?.tasks ?? {}).some(({ status }) => status === "HALTED" || status === "SHIPPED"),
    );
    const task = Object.values(state.project?.tasks ?? {})[0];
    const told = await raced(product, window, task?.status ?? "nothing");
    if (where === "branch" || task?.status !== "SHIPPED")
      return { ...told, smuggled: where === "base" ? [] : told.smuggled };
    // The commit under the merge belongs to the person who pushed it. The gates must have judged the merged tree.
    const { data } = await product.gitHub.rest.repos.getCommit({ ...product.forge.repo, ref: task.merge_sha ?? "" });
    const base = data.parents[0]?.sha;
    return {
      ...told,
      smuggled: judged.some(({ base_sha }) => base_sha === base) ? [] : [`judged on another base than ${base}`],
    };
  } finally {
    window.close();
    await product.stop();
  }
}

async function raced(product: ScriptedProduct, window: Window, end: string): Promise<Raced> {
  return { requests: window.requests(), struck: window.struck(), smuggled: await smuggledOn(product), end };
}
