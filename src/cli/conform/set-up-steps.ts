import { readFileSync } from "node:fs";
import { hasStatus } from "../../domain/errors.js";
import { productOf } from "../../server/env.js";
import { examineAll } from "../doctor/run-doctor.js";
import { type Conform, differed, lastExchange, passed, type Step } from "./step.js";

const SPEC = readFileSync(new URL("../../../fixtures/conform/SPEC.md", import.meta.url), "utf8");

/** What the doctor says before anything is set up: nothing else than that. */
const NOT_YET = new Set(["no-consent", "no-spec"]);

export const doctorStep: Step = {
  key: "doctor",
  title: "The doctor",
  isNeeded: true,
  async run(conform) {
    const { env, at, host } = conform;
    const here = { ...env, GHE_HOST: host, GHE_PROTOCOL: "http" as const, GITHUB_PRODUCT: productOf(env) };
    const examined = await examineAll({ ...here, DATABASE_URL: undefined }, `${at.owner}/${at.repo}`);
    if (!examined.ok) return differed("an examination", examined.refusal.message, lastExchange(conform));
    const found = examined.value.flatMap(({ findings }) => findings).filter(({ code }) => !NOT_YET.has(code));
    const [first] = found.filter(({ level }) => level === "error");
    if (first !== undefined) return differed("nothing that stops the App", `${first.what} ${first.fix}`, undefined);
    return passed(...found.map(({ what }) => what));
  },
};

export const setUpStep: Step = {
  key: "set-up",
  title: "SPEC.md, the set-up pull request and consent",
  isNeeded: true,
  async run(conform) {
    const { gitHub, person, at, wait, startApp } = conform;
    if (await has(conform, ".factory/config.yml"))
      return differed("an empty repository", "one with .factory/config.yml: use a new one", lastExchange(conform));
    if (!(await has(conform, "SPEC.md"))) {
      const content = Buffer.from(SPEC).toString("base64");
      await gitHub.rest.repos.createOrUpdateFileContents({ ...at, path: "SPEC.md", message: "Write SPEC.md", content });
    }
    await startApp();
    const setup = await wait("the set-up pull request", () => person.pullOf("factory/setup"));
    await person.merge(setup.number);
    return passed(`pull request #${setup.number} was opened by the App and merged by a person`);
  },
};

async function has({ gitHub, at }: Conform, path: string): Promise<boolean> {
  try {
    await gitHub.request("GET /repos/{owner}/{repo}/contents/{path}", { ...at, path });
    return true;
  } catch (error) {
    if (hasStatus(error, 404)) return false;
    throw error;
  }
}
