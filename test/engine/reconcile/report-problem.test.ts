import { describe, expect, it } from "vitest";
import { orThrow, refuse } from "../../../src/domain/refusal.js";
import type { Effect } from "../../../src/engine/effects/effect.js";
import type { Forge, RepositoryRef } from "../../../src/engine/ports.js";
import { sayingProblems } from "../../../src/engine/reconcile/report-problem.js";
import { label, REQUEST } from "../../support/loop.js";
import { observed } from "../../support/observed.js";

const REPOSITORY: RepositoryRef = { id: 7, installation: 1, owner: "acme", name: "product" };

function notifier() {
  const said: Effect[] = [];
  const forge: Forge = {
    observe: async () => observed({ requests: [label] }),
    perform: async (_, effect) => {
      said.push(effect);
      return true;
    },
  };
  return { said, notifier: { forge, setupKit: null, inTask: false } };
}

describe("a job that cannot read a person's file", () => {
  it("posts which file it is, and still fails, so that it is tried again", async () => {
    const { said, notifier: to } = notifier();
    const job = async () => orThrow(refuse("yaml-invalid", ".factory/sops/errors.md:3: severity: must be error"));
    await expect(sayingProblems(REPOSITORY, to, job)).rejects.toThrow("errors.md:3");
    expect(said).toMatchObject([{ kind: "say", issue: REQUEST, body: expect.stringContaining("errors.md:3") }]);
  });

  it.each([true, false])(
    "posts how a task's branch gets what was fixed elsewhere, where there is one: %s",
    async (inTask) => {
      const { said, notifier: to } = notifier();
      const job = async () => orThrow(refuse("yaml-invalid", ".factory/sops/errors.md:3: severity: must be error"));
      await expect(sayingProblems(REPOSITORY, { ...to, inTask }, job)).rejects.toThrow("errors.md:3");
      const [effect] = said;
      expect(effect?.kind === "say" && effect.body.includes("`/factory retry`")).toBe(inTask);
    },
  );

  it("posts nothing about other failures, which people cannot fix", async () => {
    const { said, notifier: to } = notifier();
    await expect(sayingProblems(REPOSITORY, to, () => Promise.reject(new Error("502")))).rejects.toThrow("502");
    expect(said).toEqual([]);
  });

  it("posts nothing without a failure", async () => {
    const { said, notifier: to } = notifier();
    expect(await sayingProblems(REPOSITORY, to, async () => 7)).toBe(7);
    expect(said).toEqual([]);
  });
});
