/** The judge of repeated effects is put to the test: each is repeated manually, and must be found. */
import { describe, expect, it } from "vitest";
import type { RepositoryRecord } from "../../../src/sandbox/forge/records/repository.js";
import { doneTwice, repeated } from "../../support/done-twice.js";
import { commitOn, useForge } from "../../support/forge.js";

const WORKFLOW = [
  "name: gates",
  "run-name: gates nonce-1",
  "on: workflow_dispatch",
  "jobs: { gates: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] } }",
].join("\n");
const world = useForge({ files: { "README.md": "# Product\n", ".github/workflows/gates.yml": WORKFLOW } });

function repository(): RepositoryRecord {
  const [first] = world.forge.hub.state.repositories.values();
  if (first === undefined) throw new Error("the forge has no repository");
  return first;
}

describe("the search for duplicates", () => {
  const done: Record<string, () => Promise<unknown>> = {
    "a comment": async () =>
      (await world.bot()).rest.issues.createComment({
        ...world.at,
        issue_number: 1,
        body: "<!-- factory:status -->\nx",
      }),
    "a review": async () =>
      (await world.bot()).rest.pulls.createReview({
        ...world.at,
        pull_number: 2,
        event: "COMMENT",
        body: "<!-- factory:review:1 -->\nx",
      }),
    "a check run": async () => {
      const { data } = await world.as("admin").rest.git.getRef({ ...world.at, ref: "heads/main" });
      const check = { name: "factory / gates", external_id: "nonce-1", head_sha: data.object.sha };
      return (await world.bot()).rest.checks.create({ ...world.at, ...check });
    },
    "a gate run": () =>
      world.as("admin").rest.actions.createWorkflowDispatch({ ...world.at, workflow_id: "gates.yml", ref: "main" }),
    "a pull request": async () => {
      const { data } = await world.as("write").rest.pulls.create({ ...world.at, head: "b", base: "main", title: "B" });
      await world.as("write").rest.pulls.update({ ...world.at, pull_number: data.number, state: "closed" });
    },
  };

  it("finds none in an empty repository, except that it has no state", async () => {
    expect(await doneTwice(world, repository())).toEqual(["product: it has no state"]);
    await world.as("admin").rest.issues.create({ ...world.at, title: "Build it" });
    await commitOn(world.as("write"), world.at, { branch: "a", path: "a.md", text: "a\n" });
    await commitOn(world.as("write"), world.at, { branch: "b", path: "b.md", text: "b\n" });
    await world.as("write").rest.pulls.create({ ...world.at, head: "a", base: "main", title: "A" });
    expect(repeated(repository())).toEqual([]);
  });

  it.each<[string, RegExp]>([
    ["a comment", /^2 times comment status in #1$/],
    ["a review", /^2 times review review:1 of #2$/],
    ["a check run", /^2 times check factory \/ gates nonce-1 on [0-9a-f]{40}$/],
    ["a gate run", /^2 times gate run gates/],
    ["a pull request", /^2 times pull request for b$/],
  ])("finds: %s", async (what, line) => {
    const before = repeated(repository());
    await done[what]?.();
    expect(repeated(repository()), "once is not twice").toEqual(before);
    await done[what]?.();
    await world.forge.idle();
    expect(repeated(repository()).filter((found) => !before.includes(found))).toEqual([expect.stringMatching(line)]);
  });

  it("ignores a comment that a person posts twice", async () => {
    const before = repeated(repository());
    for (let times = 0; times < 2; times += 1) {
      await world.as("write").rest.issues.createComment({ ...world.at, issue_number: 1, body: "Hello" });
    }
    expect(repeated(repository())).toEqual(before);
  });
});
