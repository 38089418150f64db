/** What people may do to a product that is being built, each with what it must come to: a model that knows nothing of the App. */
import { Octokit } from "@octokit/rest";
import fc from "fast-check";
import { expect } from "vitest";
import { markerIn } from "../../src/render/marker.js";
import type { Person } from "../../src/sandbox/forge/seed.js";
import type { ScriptedProduct } from "./scripted-product.js";
import { until } from "./until.js";

/** All that the model remembers: whether work goes on, and who must have been answered. */
export type Course = { paused: boolean; asked: number[] };

/** The whole App on its GitHub. */
export type Acted = { readonly product: ScriptedProduct; readonly issue: number; lose(deliveries: boolean): void };

type Act = fc.AsyncCommand<Course, Acted>;

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Says something in the issue, and waits until the App is where the model is and everybody has an answer. */
function saying(who: Person, words: string, then: (script: Course) => void): Act {
  return {
    check: () => true,
    toString: () => `${who}: ${words}`,
    async run(script, { product, issue }) {
      const { forge } = product;
      const { rest } = new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: forge.users[who].token, log: quiet });
      const { data } = await rest.issues.createComment({ ...forge.repo, issue_number: issue, body: words });
      script.asked.push(data.id);
      then(script);
      await expectThere(script, { product, issue });
    },
  };
}

/** From here on GitHub's deliveries arrive, or get lost and only a sweep finds what they were about. */
function losing(lost: boolean): Act {
  return {
    check: () => true,
    toString: () => (lost ? "deliveries get lost" : "deliveries arrive"),
    run: async (_, { lose }) => lose(lost),
  };
}

const nothing = () => {};
const setPaused = (paused: boolean) => (script: Course) => {
  script.paused = paused;
};

export const ACTS: readonly Act[] = [
  saying("write", "/factory pause", setPaused(true)),
  saying("admin", "/factory resume", setPaused(false)),
  saying("admin", "/factory status", nothing),
  saying("read", "/factory pause", nothing),
  saying("read", "/factory resume", nothing),
  saying("write", "/factory frobnicate", nothing),
  losing(true),
  losing(false),
];

/** Not so many comments that they are a storm, which the App would be right to end. */
export const courses: fc.Arbitrary<readonly Act[]> = fc.array(fc.constantFrom(...ACTS), {
  minLength: 6,
  maxLength: 8,
});

async function expectThere(script: Course, { product, issue }: Pick<Acted, "product" | "issue">): Promise<void> {
  const query = script.paused ? "PAUSED" : "ACTIVE";
  const answered = async () => {
    const keys = (await product.person.comments(issue)).map((body) => markerIn(body));
    return script.asked.map((id) => keys.filter((key) => key === `answer:${id}`).length);
  };
  await until(`${query}, and an answer for everybody`, async () => {
    const state = await product.person.state();
    return state?.project?.status === query && !(await answered()).includes(0);
  });
  expect(await answered(), "one answer each").toEqual(script.asked.map(() => 1));
}
