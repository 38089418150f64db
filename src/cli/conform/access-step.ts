import { coerce, lt } from "semver";
import { z } from "zod";
import { OLDEST_SERVER } from "../../domain/github-product.js";
import { productOf } from "../../server/env.js";
import { type Conform, differed, lastExchange, passed, type Step } from "./step.js";

const Installed = z.array(z.object({ id: z.number() }));
const Repositories = z.object({ repositories: z.array(z.object({ full_name: z.string() })) });
const Repository = z.object({
  private: z.boolean(),
  default_branch: z.string(),
  permissions: z.object({ admin: z.boolean() }).optional(),
});

/** The key, the token, and that nothing else can be touched: the App is installed here and nowhere else. */
export const accessStep: Step = {
  key: "access",
  title: "The App's key and the person's token",
  isNeeded: true,
  async run(conform) {
    const { probot, gitHub, at, env } = conform;
    const { data, headers } = await gitHub.request("GET /repos/{owner}/{repo}", at);
    const repository = Repository.parse(data);
    const last = () => lastExchange(conform);
    if (repository.permissions?.admin !== true)
      return differed("the token of an administrator of the repository", "a token without that right", last());
    const everywhere = await installedIn(probot);
    const name = `${at.owner}/${at.repo}`.toLowerCase();
    if (everywhere.length !== 1 || everywhere[0]?.toLowerCase() !== name)
      return differed(
        `an App that is installed in ${at.owner}/${at.repo} and nowhere else`,
        everywhere.length === 0 ? "no installation" : `it is installed in ${everywhere.join(", ")}`,
        last(),
      );
    const version = headers["x-github-enterprise-version"];
    const isServer = productOf(env) === "ghes";
    if (isServer !== (version !== undefined))
      return differed(
        `${productOf(env)}, as GITHUB_PRODUCT or GHE_HOST say`,
        version === undefined ? "no Enterprise Server" : `Enterprise Server ${version}`,
        last(),
      );
    const [server, oldest] = [coerce(String(version ?? "")), coerce(OLDEST_SERVER)];
    if (server !== null && oldest !== null && lt(server, oldest))
      return differed(`Enterprise Server ${OLDEST_SERVER} or newer`, `Enterprise Server ${version}`, last());
    return passed(
      `${productOf(env)}${version === undefined ? "" : ` ${version}`}, a ${repository.private ? "private" : "public"} repository`,
    );
  },
};

async function installedIn(probot: Conform["probot"]): Promise<string[]> {
  const asApp = await probot.auth();
  const installed = Installed.parse((await asApp.request("GET /app/installations", { per_page: 100 })).data);
  const names: string[] = [];
  for (const { id } of installed) {
    const { data } = await (await probot.auth(id)).request("GET /installation/repositories", { per_page: 100 });
    names.push(...Repositories.parse(data).repositories.map(({ full_name }) => full_name));
  }
  return names;
}
