/** That a new ref on a commit with other workflow files needs the permission to write such files, and that having it is enough. */
import { Octokit } from "@octokit/rest";
import { z } from "zod";
import { hasStatus } from "../../domain/errors.js";
import { type Conform, differed, lastExchange, passed, type Step } from "./step.js";

const WORKFLOW = ".github/workflows/conform.yml";
const TAG = "conform-old-workflows";
const workflowText = (name: string) => `# Written by factory conform: a workflow that the task's branch has not.
name: ${name}
on: workflow_dispatch
permissions: {}
jobs:
  nothing:
    runs-on: ubuntu-24.04
    steps:
      - run: "true"
`;

export const oldWorkflowsStep: Step = {
  key: "workflow-change",
  title: "A workflow changes on the default branch while a task is in work, and a tag is put on a commit before that",
  isNeeded: false,
  async run(conform) {
    const added = await write(conform, "conform", null);
    await write(conform, "conform, changed", added.blob);
    const narrow = await tagAs(conform, added.commit, { contents: "write" });
    if (narrow !== "refused")
      return differed(
        "that a tag is refused without the permission workflows (403)",
        "that it was made",
        asked(conform),
      );
    const wide = await tagAs(conform, added.commit, { contents: "write", workflows: "write" });
    if (wide === "refused")
      return differed("that a tag is made with the permission workflows", "that it was refused", asked(conform));
    return passed(`${WORKFLOW} was changed by a person; the tag ${TAG} on the commit before needed workflows: write`);
  },
};

const Written = z.object({ content: z.object({ sha: z.string() }), commit: z.object({ sha: z.string() }) });

async function write({ gitHub, at }: Conform, name: string, sha: string | null) {
  const file = { ...at, path: WORKFLOW, message: "Change a workflow" };
  const content = Buffer.from(workflowText(name)).toString("base64");
  const replaced = sha === null ? {} : { sha };
  const { data } = await gitHub.rest.repos.createOrUpdateFileContents({ ...file, content, ...replaced });
  const written = Written.parse(data);
  return { blob: written.content.sha, commit: written.commit.sha };
}

const Installed = z.array(z.object({ id: z.number() })).length(1);
const Token = z.object({ token: z.string() });
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

async function tagAs(
  { probot, host, at }: Conform,
  sha: string,
  permissions: Readonly<Record<string, "write">>,
): Promise<"made" | "refused"> {
  const asApp = await probot.auth();
  const [installed] = Installed.parse((await asApp.request("GET /app/installations")).data);
  const minted = await asApp.request("POST /app/installations/{installation_id}/access_tokens", {
    installation_id: installed?.id ?? 0,
    permissions,
  });
  const app = new Octokit({ baseUrl: `http://${host}/api/v3`, auth: Token.parse(minted.data).token, log: QUIET });
  try {
    await app.rest.git.createRef({ ...at, ref: `refs/tags/${TAG}`, sha });
    return "made";
  } catch (error) {
    if (hasStatus(error, 403, 422)) return "refused";
    throw error;
  }
}

const asked = (conform: Conform) =>
  lastExchange(conform, ({ path, method }) => method === "POST" && path.endsWith("/git/refs"));
