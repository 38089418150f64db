/**
 * A model of people's actions on a product under way, with the expected result of each. The model knows nothing of the
 * App.
 */
import { Octokit } from "@octokit/rest";
import fc from "fast-check";
import { expect } from "vitest";
import { markerIn } from "../../src/render/marker.js";
import type { Person } from "../../src/sandbox/forge/seed.js";
import type { ScriptedProduct } from "./scripted-product.js";
import { until } from "./until.js";

/** The model's memory: whether work is paused, and which comments must be answered. */
/** `asked` has the comments of people who may command. The others share one answer. */
export type PeopleModel = { paused: boolean; asked: number[]; strangers: number };

/** The App and its GitHub. */
export type Acted = { readonly product: ScriptedProduct; readonly issue: number; lose(deliveries: boolean): void };

type Act = fc.AsyncCommand<PeopleModel, Acted>;

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Posts a comment and waits until the App agrees with the model and has answered everybody. */
function saying(who: Person, words: string, then: (script: PeopleModel) => void): Act {
  return {
    check: () => true,
    toString: () => `${who}: ${words}`,
    async run(script, { product, issue }) {
      const { forge } = product;
      const { rest } = new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: forge.users[who].token, log: quiet });
      const { data } = await rest.issues.createComment({ ...forge.repo, issue_number: issue, body: words });
      if (who === "read") script.strangers += 1;
      else script.asked.push(data.id);
      then(script);
      await expectThere(script, { product, issue });
    },
  };
}

/** From here on GitHub's deliveries arrive or are lost. When they are lost, only a sweep finds the changes. */
function losing(lost: boolean): Act {
  return {
    check: () => true,
    toString: () => (lost ? "deliveries get lost" : "deliveries arrive"),
    run: async (_, { lose }) => lose(lost),
  };
}

const nothing = () => {};
const setPaused = (paused: boolean) => (script: PeopleModel) => {
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

/** Few enough comments to stay below the comment limit. */
export const actSequences: fc.Arbitrary<readonly Act[]> = fc.array(fc.constantFrom(...ACTS), {
  minLength: 6,
  maxLength: 8,
});

async function expectThere(script: PeopleModel, { product, issue }: Pick<Acted, "product" | "issue">): Promise<void> {
  const query = script.paused ? "PAUSED" : "ACTIVE";
  const answered = async () => {
    const keys = (await product.person.comments(issue)).map((body) => markerIn(body));
    return script.asked.map((id) => keys.filter((key) => key === `answer:${id}`).length);
  };
  const toStrangers = async () =>
    (await product.person.comments(issue)).map(markerIn).filter((key) => key?.startsWith("stranger:"));
  await until(`${query}, and an answer for everybody`, async () => {
    const state = await product.person.state();
    return (
      state?.project?.status === query &&
      !(await answered()).includes(0) &&
      (script.strangers === 0 || (await toStrangers()).length > 0)
    );
  });
  expect(await answered(), "one answer each").toEqual(script.asked.map(() => 1));
  // One for each day.
  const keys = await toStrangers();
  expect(keys).toEqual([...new Set(keys)]);
}
