import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { bundleHeader } from "../../../.github/scripts/tfjs/tfjs-packages.js";

const BUNDLE = new URL("../../../src/code-index/embeddings/tfjs/tfjs.cjs", import.meta.url);

it("TensorFlow.js is bundled from the packages that are pinned", () => {
  const start = readFileSync(BUNDLE, "utf8").slice(0, bundleHeader().length);
  expect(start, "run `npm run bundle-tfjs` and commit the result").toBe(bundleHeader());
});

it("TensorFlow.js has what is declared of it, and nothing else", () => {
  const declared = readFileSync(new URL("tfjs.d.cts", BUNDLE), "utf8").matchAll(/declare function (\w+)/g);
  const bundled: object = createRequire(import.meta.url)("../../../src/code-index/embeddings/tfjs/tfjs.cjs");
  expect(Object.keys(bundled).sort()).toEqual([...declared].map(([, name]) => name).sort());
});
