import { expect, it } from "vitest";
import { createRemembered } from "../../../src/github/cache/remembered.js";
import { createLabels } from "../../../src/github/effects/create-labels.js";
import { useForge } from "../../support/forge.js";

const local = useForge();

it("the effect create-labels creates missing labels, keeps existing ones, and does not hide a refusal", async () => {
  const gitHub = await local.bot();
  const { owner, repo } = local.at;
  const connect = async () => gitHub;
  const ownLogin = "software-factory[bot]";
  const adapter = { gitHub, owner, repo, ownLogin, remembered: createRemembered(Date.now), isNew: false, connect };
  const label = (name: string, color = "1f6feb") => ({ name, color, description: "ours" });
  const make = (...labels: ReturnType<typeof label>[]) =>
    createLabels(adapter, { kind: "create-labels", key: "labels", labels });
  expect(await make(label("factory"), label("factory:quick"))).toBe(true);
  expect(await make(label("factory", "ffffff"), label("Factory:Quick"))).toBe(false);
  const { data } = await local.as("read").rest.issues.getLabel({ owner, repo, name: "factory" });
  expect(data).toMatchObject({ color: "1f6feb", description: "ours" });
  await expect(make(label("broken", "no colour"))).rejects.toMatchObject({ status: 422 });
});
