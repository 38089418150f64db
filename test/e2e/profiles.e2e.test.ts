/**
 * One short product on each of GitHub's products: set-up, a task whose gates the real runner runs from the installed workflow, its
 * merge, its release.
 */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { SANDBOX_ACTION } from "../../src/sandbox/app-variables.js";
import { FORGE_PROFILES } from "../../src/sandbox/forge/profile.js";
import { performOnRunner } from "../../src/sandbox/perform-on-runner.js";
import { statuses, untilReleased } from "../support/decision-story.js";
import { approveProduct, fileOf, startScriptedProduct } from "../support/scripted-product.js";
import { smoothAnswers, toy, toyTask } from "../support/toy-modules.js";

const ACTION = fileURLToPath(new URL("../../action", import.meta.url));
const TASK = toyTask(1, [toy("alpha", 1)]);

describe.each(FORGE_PROFILES)("a short product on %s", (as) => {
  it("is set up, judged, merged and released", async () => {
    const asked: unknown[] = [];
    const product = await startScriptedProduct({
      answers: smoothAnswers([TASK]),
      performRun: performOnRunner({ actions: new Map([[SANDBOX_ACTION, ACTION]]) }),
      forge: { as },
    });
    product.forge.intercept({
      beforeRequest({ template, body }) {
        if (template?.endsWith("/dispatches") === true) asked.push(JSON.parse(body.toString()));
        return { kind: "pass" };
      },
    });
    try {
      await approveProduct(product);
      const released = await untilReleased(product);
      expect(statuses(released)).toEqual({ "001": "SHIPPED" });
      const workflow = await fileOf(product, ".github/workflows/factory-gates.yml", "main");
      const isServer = as === "ghes-3.17";
      expect(workflow.includes("cache-mode: none")).toBe(!isServer);
      expect(workflow).toContain(isServer ? "runs-on: self-hosted" : "runs-on: ubuntu-24.04");
      expect(asked.length).toBeGreaterThan(0);
      for (const body of asked) expect(Object.hasOwn(body as object, "return_run_details")).toBe(!isServer);
    } finally {
      await product.stop();
    }
  });
});
