import { describe, expect, it } from "vitest";
import { hiddenMarker } from "../../../src/render/marker.js";
import { mintJobToken } from "../../../src/sandbox/forge/operations/repository/mint-token.js";
import { commitOn, useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";

const local = useForge({ files: { "SPEC.md": "# Notes\n" } });
const { adapter, observe, perform } = useGitHubAdapter(local);

const judged = (head: string, key: string, name = "factory / sealed") =>
  perform({
    kind: "keep-check-run",
    key: "sealed",
    name,
    head,
    status: { kind: "completed", conclusion: "success" },
    title: "t",
    summary: "s",
    text: hiddenMarker(key),
    annotations: [],
    actions: [],
  });
const mainHead = async () =>
  (await local.as("read").rest.repos.getBranch({ ...local.at, branch: "main" })).data.commit.sha;

describe("the observation of open pull requests for seals", () => {
  it("is not made before a module has shipped", async () => {
    await openedPull(local, { branch: "first" });
    adapter().requests();
    expect((await observe({ sealing: true })).sealing).toBeNull();
    expect(adapter().requests()).toHaveLength(1);
  });

  it("has every pull request with the inputs of its check, in one request once its check is known", async () => {
    for (const [path, text] of Object.entries(shippedFiles(aShippedContract())))
      await commitOn(await local.bot(), local.at, { branch: "main", path, text });
    const { head, number } = await openedPull(local, { branch: "second" });
    await judged(head, "sealed:1");
    await judged(head, "sealed:2");
    await judged(await mainHead(), "shipped:1", "factory / shipped");
    const group = await commitOn(local.as("admin"), local.at, {
      branch: `gh-readonly-queue/main/pr-${number}-${head}`,
      path: "a",
      text: "a",
    });
    await judged(group, "sealed:3");
    adapter().requests();
    const { sealing } = await observe({ sealing: true });
    expect(adapter().requests(), "the listing, and the checks").toHaveLength(3);
    expect(sealing).toEqual({
      trees: [expect.stringMatching(/^[0-9a-f]{40}$/), expect.stringMatching(/^[0-9a-f]{40}$/)],
      watched: "shipped:1",
      proposals: [
        { number: 1, head: expect.any(String), base: "main", fork: false, judged: null },
        { number, head, base: "main", fork: false, judged: "sealed:2" },
      ],
      mergeGroups: [{ number, head: group, judged: "sealed:3" }],
    });
    expect((await observe({ sealing: true })).sealing).toEqual(sealing);
    expect(adapter().requests()).toHaveLength(1);
    expect((await observe()).sealing).toBeNull();
  });

  it("ignores a check run of the same name by another App", async () => {
    const { head, number } = await openedPull(local, { branch: "third" });
    const repository = local.forge.hub.state.repositories.get(adapter().repository.id);
    if (repository === undefined) throw new Error("the repository is missing");
    const job = mintJobToken(local.forge.hub, { repository, runId: 1, permissions: { checks: "write" } });
    await local.token(job).rest.checks.create({
      ...local.at,
      name: "factory / sealed",
      head_sha: head,
      output: { title: "t", summary: "s", text: hiddenMarker("sealed:forged") },
    });
    const { sealing } = await observe({ sealing: true });
    expect(sealing?.proposals.find((proposal) => proposal.number === number)?.judged).toBeNull();
  });

  it("has other trees after a version is added", async () => {
    const before = (await observe({ sealing: true })).sealing?.trees;
    const path = ".factory/modules/MM-0001/1.0.0/examples.md";
    await commitOn(await local.bot(), local.at, { branch: "main", path, text: "# Examples\n" });
    const after = (await observe({ sealing: true })).sealing?.trees;
    expect(after?.[0]).toBe(before?.[0]);
    expect(after?.[1]).not.toBe(before?.[1]);
  });

  it("is made after the whole index was deleted, if the state knows that a module has shipped", async () => {
    const admin = local.as("admin");
    const path = ".factory/code-index/MM-0001@1.0.0.yml";
    const { data } = await admin.rest.repos.getContent({ ...local.at, path });
    if (!("sha" in data)) throw new Error("not a file");
    await admin.rest.repos.deleteFile({ ...local.at, path, message: "Tidy up", sha: data.sha });
    expect((await observe({ sealing: true })).sealing).toBeNull();
    expect((await observe({ sealing: true, shipped: true })).sealing?.trees[0]).toBeNull();
    const text = shippedFiles(aShippedContract())[path] ?? "";
    await commitOn(await local.bot(), local.at, { branch: "main", path, text });
  });

  it("reads any number of pages", async () => {
    const bot = await local.bot();
    const sha = await commitOn(bot, local.at, { branch: "many-0", path: "many.txt", text: "many\n" });
    for (let index = 1; index <= 99; index += 1)
      await bot.rest.git.createRef({ ...local.at, ref: `refs/heads/many-${index}`, sha });
    for (let index = 0; index <= 99; index += 1)
      await bot.rest.pulls.create({ ...local.at, head: `many-${index}`, base: "main", title: `${index}` });
    adapter().requests();
    const { sealing } = await observe({ sealing: true });
    expect(sealing?.proposals).toHaveLength(103);
    expect(new Set(sealing?.proposals.map(({ number }) => number)).size).toBe(103);
    expect(adapter().requests(), "a further page, and the checks of new commits").toHaveLength(3);
    expect((await observe({ sealing: true })).sealing).toEqual(sealing);
  });
});
