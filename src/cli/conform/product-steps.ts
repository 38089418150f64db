/** One small product by a scripted model: what the App does on every GitHub, watched from outside. */
import { z } from "zod";
import { nonceInTitle } from "../../domain/gates/gate-request.js";
import { PRODUCTS } from "../../domain/github-product.js";
import { afterTheSecond } from "../../sandbox/demo/person.js";
import { productOf } from "../../server/env.js";
import { type Conform, differed, lastExchange, passed, type Step, WaitedInVain } from "./step.js";

export const specStep: Step = {
  key: "spec",
  title: "An issue, a spec and its approval",
  isNeeded: true,
  async run({ person, wait }) {
    const issue = await person.ask("Build wrappers");
    const spec = await wait("the spec's pull request", () => person.pullOf("factory/spec"));
    await wait("the question about the spec", async () => (await person.asked(issue))[0]);
    await afterTheSecond();
    await person.comment(spec.number, "/factory approve");
    await wait("the spec's merge", async () => (await person.state())?.project?.status);
    return passed(`issue #${issue}, spec in #${spec.number}`);
  },
};

const Dispatched = z.object({ workflow_run_id: z.number() });
const Run = z.object({
  id: z.number(),
  display_title: z.string(),
  event: z.string(),
  head_branch: z.string().nullable(),
});
const Runs = z.object({ workflow_runs: z.array(Run) });

export const dispatchStep: Step = {
  key: "dispatch",
  title: "A gate run is started and found again",
  isNeeded: true,
  async run(conform) {
    const { wait, gitHub, at, env } = conform;
    const sent = await wait("the first gate run", async () => isTaskAlive(conform, dispatchOf(conform)));
    const answersWithRun = PRODUCTS[productOf(env)].returnsRunDetails;
    const details = Dispatched.safeParse(sent.answered);
    if (sent.status >= 300) return differed("a run", JSON.stringify(sent.answered), sent);
    if (answersWithRun !== details.success)
      return differed(answersWithRun ? "the run's id in the answer" : "no id", `status ${sent.status}`, sent);
    const run = await wait("a run with a nonce in its title", async () => {
      const { data } = await gitHub.request("GET /repos/{owner}/{repo}/actions/runs", { ...at, per_page: 100 });
      const runs = Runs.parse(data).workflow_runs.filter(({ display_title }) => nonceInTitle(display_title));
      return details.success ? runs.find(({ id }) => id === details.data.workflow_run_id) : runs[0];
    });
    if (run.event !== "workflow_dispatch")
      return differed("a run by workflow_dispatch", run.event, lastExchange(conform));
    return passed(
      `run ${run.id} (${run.id > 2 ** 31 ? "beyond" : "within"} 32 bits), on ${run.head_branch ?? "no branch"}`,
    );
  },
};

const DOWNLOAD = /\/actions\/artifacts\/\d+\/zip$/;

export const reportStep: Step = {
  key: "report",
  title: "A report is downloaded and understood",
  isNeeded: true,
  async run(conform) {
    const fetched = await conform.wait("a report's download", async () =>
      isTaskAlive(
        conform,
        lastExchange(conform, ({ who, path }) => who === "installation" && DOWNLOAD.test(path)),
      ),
    );
    if (![200, 302].includes(fetched.status))
      return differed("a redirect to the archive", `status ${fetched.status}`, fetched);
    await conform.wait("what follows from the report", async () => {
      const state = await conform.person.state();
      const modules = Object.values(state?.work ?? {}).flatMap(({ modules: all }) => all);
      const isShipped = Object.values(state?.project?.tasks ?? {}).some(({ status }) => status === "SHIPPED");
      return isTaskAlive(conform, isShipped || modules.some(({ lock }) => lock !== null) ? true : undefined);
    });
    return passed("the archive was unpacked, and the tests were seen to fail before there was code");
  },
};

export const shippedStep: Step = {
  key: "shipped",
  title: "The task is merged",
  isNeeded: true,
  async run(conform) {
    const { person, wait } = conform;
    await wait("the task's merge", async () => {
      const state = await person.state();
      const tasks = Object.values(state?.project?.tasks ?? {});
      return isTaskAlive(conform, tasks.some(({ status }) => status === "SHIPPED") ? true : undefined);
    });
    return passed("a squash of exactly the head that was judged");
  },
};

export const releaseStep: Step = {
  key: "release",
  title: "The release, after the workflow change",
  isNeeded: true,
  async run({ person, wait }) {
    const release = await wait("the release", async () => (await person.releases())[0]);
    return passed(`${release.tag_name}: ${release.html_url}`);
  },
};

const dispatchOf = (conform: Conform) =>
  lastExchange(
    conform,
    ({ who, method, path }) => who === "installation" && method === "POST" && path.endsWith("/dispatches"),
  );

/** What was seen, or that it is still worth waiting for. */
async function isTaskAlive<T>({ person }: Conform, seen: T | undefined): Promise<T | undefined> {
  if (seen !== undefined) return seen;
  const state = await person.state();
  const halted = Object.values(state?.project?.tasks ?? {}).find(({ status }) => status === "HALTED");
  if (halted !== undefined) throw new WaitedInVain("a task that goes on", `it has halted: ${halted.halted_reason}`);
  return undefined;
}
