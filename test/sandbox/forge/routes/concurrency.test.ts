import { expect, it } from "vitest";
import { base64, commitOn, refusal, useForge } from "../../../support/forge.js";

const local = useForge();

it("of many writers to one branch with one expected state exactly one wins", async () => {
  const bot = await local.bot();
  const { data: main } = await bot.rest.git.getRef({ ...local.at, ref: "heads/main" });
  const { data: base } = await bot.rest.git.getCommit({ ...local.at, commit_sha: main.object.sha });
  const commits = await Promise.all(
    Array.from({ length: 8 }, async (_none, index) => {
      const tree = [
        { path: `by-${index}.txt`, mode: "100644" as const, type: "blob" as const, content: String(index) },
      ];
      const { data } = await bot.rest.git.createTree({ ...local.at, base_tree: base.tree.sha, tree });
      return (
        await bot.rest.git.createCommit({
          ...local.at,
          message: `by ${index}`,
          tree: data.sha,
          parents: [main.object.sha],
        })
      ).data.sha;
    }),
  );
  const moves = await Promise.allSettled(
    commits.map((sha) => bot.rest.git.updateRef({ ...local.at, ref: "heads/main", sha })),
  );
  expect(moves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const pushes = (await local.news()).filter(({ event }) => event === "push");
  expect(pushes).toHaveLength(1);
  const { data: now } = await bot.rest.git.getRef({ ...local.at, ref: "heads/main" });
  expect(pushes[0]?.payload.after).toBe(now.object.sha);
});

it("the forge loses no file, no number and no event when many write at once", async () => {
  const bot = await local.bot();
  await local.news();
  const count = 12;
  await Promise.all(
    Array.from({ length: count }, async (_none, index) => {
      const write = {
        ...local.at,
        path: `many/${index}.txt`,
        message: `Write ${index}`,
        content: base64(String(index)),
      };
      await Promise.all([
        bot.rest.repos.createOrUpdateFileContents(write),
        bot.rest.issues.create({ ...local.at, title: `Issue ${index}` }),
      ]);
    }),
  );
  const { data: files } = await bot.rest.repos.getContent({ ...local.at, path: "many" });
  expect(files).toHaveLength(count);
  const news = await local.news();
  const numbers = news.flatMap(({ event, payload }) =>
    event === "issues" ? [payload.number ?? payload.issue.number] : [],
  );
  expect(new Set(numbers).size).toBe(count);
  const pushes = news.filter(({ event }) => event === "push").map(({ payload }) => payload);
  expect(pushes).toHaveLength(count);
  // Each push starts where the one before it ended.
  for (const [index, push] of pushes.entries()) if (index > 0) expect(push.before).toBe(pushes[index - 1]?.after);
});

it("the forge merges side by side, or says that the base was in the way", async () => {
  const bot = await local.bot();
  const pulls = [];
  for (const index of [0, 1, 2, 3]) {
    const branch = `side-${index}`;
    await commitOn(bot, local.at, { branch, path: index < 2 ? "clash.txt" : `${branch}.txt`, text: branch });
    pulls.push((await bot.rest.pulls.create({ ...local.at, title: branch, head: branch, base: "main" })).data.number);
  }
  const merges = await Promise.allSettled(
    pulls.map((pull_number) => bot.rest.pulls.merge({ ...local.at, pull_number, merge_method: "squash" })),
  );
  expect(merges.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  const { data: root } = await bot.rest.repos.getContent({ ...local.at, path: "" });
  expect(Array.isArray(root) && root.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["clash.txt", "side-2.txt", "side-3.txt"]),
  );
});

it("the forge opens one pull request for a head, however many ask", async () => {
  const bot = await local.bot();
  await commitOn(bot, local.at, { branch: "once", path: "once.txt", text: "once" });
  const requested = { ...local.at, title: "once", head: "once", base: "main" };
  const asked = await Promise.all(
    Array.from({ length: 5 }, () =>
      bot.rest.pulls.create(requested).then(
        () => 201,
        (error) => error.status,
      ),
    ),
  );
  expect(asked.toSorted()).toEqual([201, 422, 422, 422, 422]);
  expect(await refusal(bot.rest.pulls.create(requested))).toMatchObject({ status: 422 });
});
