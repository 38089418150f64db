import { describe, expect, it } from "vitest";
import { commitOn, useForge } from "../../../support/forge.js";
import { asked, graphqlErrors } from "../../../support/graphql.js";

const local = useForge();
const ZERO = "0".repeat(40);
const UPDATE = `mutation ($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }`;

type Update = { name: string; beforeOid?: string; afterOid: string; force?: boolean };

const inputFor = async (refUpdates: Update[]) => ({
  input: { repositoryId: (await local.as("admin").rest.repos.get(local.at)).data.node_id, refUpdates },
});
const update = async (refUpdates: Update[], client = local.as("admin")) =>
  asked(client, UPDATE, await inputFor(refUpdates));
const refusal = async (refUpdates: Update[], client = local.as("admin")) =>
  graphqlErrors(client, UPDATE, await inputFor(refUpdates));
const at = async (name: string) => {
  const { data } = await local.as("admin").rest.git.listMatchingRefs({ ...local.at, ref: name.replace("refs/", "") });
  return data.find(({ ref }) => ref === name)?.object.sha;
};

describe("updateRefs", () => {
  it("creates, moves and deletes branches and tags in one step, each announced", async () => {
    const main = (await at("refs/heads/main")) ?? "";
    const next = await commitOn(local.as("admin"), local.at, { branch: "source", path: "n.txt", text: "n" });
    await update([
      { name: "refs/heads/moves", beforeOid: ZERO, afterOid: main },
      { name: "refs/heads/goes", beforeOid: ZERO, afterOid: main },
    ]);
    await local.news();
    await update([
      { name: "refs/heads/moves", beforeOid: main, afterOid: next },
      { name: "refs/heads/goes", beforeOid: main, afterOid: ZERO },
      { name: "refs/tags/v1", beforeOid: ZERO, afterOid: next },
    ]);
    expect([await at("refs/heads/moves"), await at("refs/heads/goes"), await at("refs/tags/v1")]).toEqual([
      next,
      undefined,
      next,
    ]);
    expect((await local.news()).map(({ event, payload }) => `${event} ${payload.ref}`)).toEqual([
      "push refs/heads/moves",
      "delete goes",
      "push refs/heads/goes",
      "create v1",
      "push refs/tags/v1",
    ]);
  });

  it("does nothing at all when one ref is not where it was expected", async () => {
    const main = (await at("refs/heads/main")) ?? "";
    const errors = await refusal([
      { name: "refs/heads/half", beforeOid: ZERO, afterOid: main },
      { name: "refs/heads/main", beforeOid: "1".repeat(40), afterOid: main },
    ]);
    expect(errors).toMatchObject([{ type: "UNPROCESSABLE", path: ["updateRefs"] }]);
    expect(await at("refs/heads/half")).toBeUndefined();
    expect(await local.news()).toEqual([]);
  });

  it("takes all zeros for a ref that must not exist, and an unmoved ref for a condition", async () => {
    const main = (await at("refs/heads/main")) ?? "";
    expect(await refusal([{ name: "refs/heads/main", beforeOid: ZERO, afterOid: main }])).toMatchObject([
      { type: "UNPROCESSABLE" },
    ]);
    await update([
      { name: "refs/heads/main", beforeOid: main, afterOid: main },
      { name: "refs/heads/conditional", beforeOid: ZERO, afterOid: main },
    ]);
    expect((await local.news()).map(({ event, payload }) => `${event} ${payload.ref}`)).toEqual([
      "create conditional",
      "push refs/heads/conditional",
    ]);
  });

  it("moves from wherever it is when no expectation is given", async () => {
    const next = (await at("refs/heads/source")) ?? "";
    await update([{ name: "refs/heads/conditional", afterOid: next }]);
    expect(await at("refs/heads/conditional")).toBe(next);
  });

  it("goes backwards only by force", async () => {
    const main = (await at("refs/heads/main")) ?? "";
    const back = { name: "refs/heads/conditional", afterOid: main };
    expect(await refusal([back])).toMatchObject([{ type: "UNPROCESSABLE", message: "Update is not a fast forward" }]);
    await update([{ ...back, force: true }]);
    expect(await at("refs/heads/conditional")).toBe(main);
    await local.news();
  });

  it("gives one winner and one refusal when two create the same ref, twenty times", async () => {
    const main = (await at("refs/heads/main")) ?? "";
    const input = await inputFor([]);
    for (let round = 0; round < 20; round += 1) {
      const refUpdates = [{ name: `refs/heads/race-${round}`, beforeOid: ZERO, afterOid: main }];
      const attempts = [local.as("admin"), local.as("write")].map((client) =>
        asked(client, UPDATE, { input: { ...input.input, refUpdates } }).then(
          () => "won",
          (error: { errors: { type: string }[] }) => error.errors.map(({ type }) => type).join(),
        ),
      );
      expect((await Promise.all(attempts)).toSorted()).toEqual(["UNPROCESSABLE", "won"]);
    }
    await local.news();
  });

  it.each([
    ["a short name", { name: "main", afterOid: ZERO }, /not a branch or tag/],
    ["a ref that is neither branch nor tag", { name: "refs/pull/1/head", afterOid: ZERO }, /not a branch or tag/],
    ["a name that git cannot have", { name: "refs/heads/a..b", afterOid: ZERO }, /not a branch or tag/],
    ["an object that does not exist", { name: "refs/heads/x", afterOid: "2".repeat(40) }, /does not exist/],
    ["the default branch's end", { name: "refs/heads/main", afterOid: ZERO }, /refusing to delete/],
  ])("refuses %s", async (_what, move, message) => {
    const [error] = await refusal([move]);
    expect(error?.type).toBe("UNPROCESSABLE");
    expect(error?.message).toMatch(message);
  });

  it("refuses a branch at a tree, and one ref twice", async () => {
    const { data: commit } = await local.as("admin").rest.repos.getCommit({ ...local.at, ref: "main" });
    expect(await refusal([{ name: "refs/heads/tree", afterOid: commit.commit.tree.sha }])).toMatchObject([
      { type: "UNPROCESSABLE", message: expect.stringContaining("it is a tree") },
    ]);
    const twice = { name: "refs/heads/twice", afterOid: commit.sha };
    expect(await refusal([twice, twice])).toMatchObject([{ message: "refs/heads/twice is updated more than once." }]);
  });

  it("needs contents:write, and a repository for its id", async () => {
    const narrow = await local.bot({ permissions: { contents: "read" } });
    expect(await refusal([], narrow)).toMatchObject([{ type: "FORBIDDEN" }]);
    expect(await refusal([], local.as("read"))).toMatchObject([{ type: "FORBIDDEN" }]);
    const { data: ref } = await local.as("admin").rest.git.getRef({ ...local.at, ref: "heads/main" });
    expect(
      await graphqlErrors(local.as("admin"), UPDATE, { input: { repositoryId: ref.node_id, refUpdates: [] } }),
    ).toMatchObject([{ type: "NOT_FOUND" }]);
  });
});
