import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runGatesCommand } from "../../src/cli/gates/run-gates.js";
import { printed } from "../support/printed.js";
import { createTempRepository } from "../support/temp-repository.js";

const README = readFileSync("action/README.md", "utf8");
const block = (language: string) => README.split(`\`\`\`${language}\n`)[1]?.split("\n```")[0] ?? "";
const repository = createTempRepository();
const file = join(repository.folder, "plan.json");

afterAll(() => repository.remove());

const SOURCE = `export function double(n) {
  if (typeof n !== "number") throw new TypeError("not a number");
  return n * 2;
}
`;

it("the plan.json of the action's README judges tests, and then code, as it says", {
  tags: ["confinement"],
}, async () => {
  repository.commit({ "package.json": JSON.stringify({ name: "small", type: "module" }), ".gitignore": "plan.json\n" });
  repository.git("checkout", "--quiet", "-b", "work");
  writeFileSync(file, block("json"));
  repository.commit({ "test/double.test.js": `${block("js")}\n` });
  const red = await printed(() => runGatesCommand(["--plan", file, repository.folder]));
  expect({ exit: red.exit, said: red.out.split("\n")[0] }).toEqual({
    exit: 0,
    said: "All 18 validators passed, 7 skipped",
  });
  repository.commit({ "src/double.js": SOURCE });
  const green = await printed(() =>
    runGatesCommand(["--plan", file, repository.folder, "--run-type", "EXECUTION", "--base", "HEAD~1"]),
  );
  expect({ exit: green.exit, said: green.out.split("\n")[0] }).toEqual({
    exit: 0,
    said: "All 22 validators passed, 3 skipped",
  });
});
