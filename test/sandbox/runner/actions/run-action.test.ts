import path from "node:path";
import { describe, expect, it } from "vitest";
import { oneJob, useBench } from "../../../support/run-workflow.js";

const bench = useBench();

const CHECKOUT = "- uses: actions/checkout@v4";

const MANIFEST = `name: judge
description: judges
author: us
branding: { icon: check, color: green }
inputs:
  plan: { description: the plan, required: true }
  run-type: { description: kind of run, default: CONTRACT }
  github token: { default: "\${{ github.token }}" }
  silent:
outputs:
  verdict: { description: what came out }
runs:
  using: node20
  main: dist/index.js
`;

const PROGRAM = `
const { appendFileSync } = require("node:fs");
const inputs = Object.entries(process.env).filter(([name]) => name.startsWith("INPUT_"));
console.log("inputs " + JSON.stringify(Object.fromEntries(inputs.map(([k, v]) => [k, v.startsWith("ghs_") ? "token" : v]))));
console.log("from " + process.env.GITHUB_ACTION_REPOSITORY + "@" + process.env.GITHUB_ACTION_REF);
console.log("path " + process.env.GITHUB_ACTION_PATH);
console.log("cwd is workspace: " + (process.cwd() === process.env.GITHUB_WORKSPACE));
appendFileSync(process.env.GITHUB_OUTPUT, "verdict=PASSED\\n");
appendFileSync(process.env.GITHUB_STATE, "state=1\\n");
process.exitCode = Number(process.env.INPUT_PLAN === "fail");
`;

const useAction = (uses: string, inputs: string) =>
  oneJob(
    `${CHECKOUT}\n- uses: ${uses}\n  id: act\n  with: { ${inputs} }\n- run: echo "verdict=\${{ steps.act.outputs.verdict }}"`,
  );

describe("an action with files", () => {
  const files = { "action/action.yml": MANIFEST, "action/dist/index.js": PROGRAM };

  it("runs as node would run it on GitHub: inputs, defaults, outputs, working directory", async () => {
    const { run, host, repository } = bench();
    repository.commit(files);
    const result = await run(useAction("./action", 'PLAN: "${{ github.ref_name }}.json"'));
    expect(result.conclusion).toBe("success");
    expect(host.log("job")).toContain(
      'inputs {"INPUT_RUN-TYPE":"CONTRACT","INPUT_GITHUB_TOKEN":"token","INPUT_PLAN":"main.json"}',
    );
    expect(host.log("job")).toContain("cwd is workspace: true");
    expect(host.log("job")).toContain("from undefined@undefined");
    expect(host.log("job")).toContain("\nverdict=PASSED\n");
  });

  it("is served by the host when it is in a repository of its own", async () => {
    const { run, host, repository } = bench();
    repository.commit(files);
    host.served.set("us/factory/action@v1", path.join(repository.folder, "action"));
    const result = await run(useAction("us/factory/action@v1", "plan: p"));
    expect(result.conclusion).toBe("success");
    expect(host.log("job")).toContain("from us/factory@v1");
    expect(host.log("job")).toContain(`path ${repository.folder}/action`);
  });

  it("fails when its program does", async () => {
    const { run, repository } = bench();
    repository.commit(files);
    expect((await run(useAction("./action", "plan: fail"))).conclusion).toBe("failure");
  });

  it("is warned about inputs it does not know and inputs it misses, as on GitHub", async () => {
    const { run, host, repository } = bench();
    repository.commit(files);
    expect((await run(useAction("./action", "typo: x"))).conclusion).toBe("success");
    expect(host.annotations()).toEqual([
      {
        level: "warning",
        message: "Unexpected input 'typo', valid inputs are [plan, run-type, github token, silent]",
      },
      { level: "warning", message: "Input 'plan' is required and not given" },
    ]);
  });

  it("says when it asks for another node than there is", async () => {
    const { run, host, repository } = bench();
    repository.commit({
      ...files,
      "action/action.yml": MANIFEST.replace("node20", process.version.startsWith("v24") ? "node20" : "node24"),
    });
    await run(useAction("./action", "plan: p"));
    expect(host.log("job")).toContain(`this machine runs it with node ${process.versions.node}`);
  });

  it("is found by action.yaml as well", async () => {
    const { run, repository } = bench();
    repository.commit({ "action/action.yaml": MANIFEST, "action/dist/index.js": PROGRAM });
    expect((await run(useAction("./action", "plan: p"))).conclusion).toBe("success");
  });

  it.each([
    ["no manifest", undefined, "./action has no action.yml"],
    [
      "docker",
      MANIFEST.replace("node20", "docker"),
      "./action/action.yml:13: runs.using: must use node20, node24 or composite",
    ],
    ["an old node", MANIFEST.replace("node20", "node16"), "must use node20, node24 or composite"],
    ["a post program", `${MANIFEST}  post: dist/post.js\n`, "./action/action.yml:15: runs.post: is not supported"],
    ["a program outside its folder", MANIFEST.replace("dist/index.js", "../other.js"), "must stay inside the action"],
    [
      "a default that cannot be evaluated",
      MANIFEST.replace("CONTRACT", "\"${{ fromJSON('{') }}\""),
      "cannot be evaluated",
    ],
  ])("fails with %s", async (_, manifest, words) => {
    const { run, host, repository } = bench();
    repository.commit({ "action/readme": "", ...(manifest === undefined ? {} : { "action/action.yml": manifest }) });
    expect((await run(useAction("./action", "plan: p"))).conclusion).toBe("failure");
    expect(host.annotations()).toEqual([{ level: "error", message: expect.stringContaining(words) }]);
  });

  it("fails when the manifest is a link out of the checkout", async () => {
    const { run, host, repository } = bench();
    repository.commit(files);
    await run(oneJob(`${CHECKOUT}\n- run: ln -sf /etc/hostname action/action.yml\n- uses: ./action`));
    expect(host.annotations()[0]?.message).toContain("replaced by a link");
  });
});

describe("a composite action", () => {
  const COMPOSITE = `name: tools
inputs:
  word: { default: hello }
outputs:
  said: { value: "\${{ steps.say.outputs.said }}" }
runs:
  using: composite
  steps:
    - id: say
      name: Say
      shell: bash
      env: { WORD: "\${{ inputs.word }}" }
      run: |
        echo "said=$WORD" >> "$GITHUB_OUTPUT"
        echo "EXPORTED=$WORD" >> "$GITHUB_ENV"
        echo "# $WORD" >> "$GITHUB_STEP_SUMMARY"
        echo "action path \${{ github.action_path }} $GITHUB_ACTION_PATH"
    - shell: bash
      run: echo "inner sees $EXPORTED and \${{ env.EXPORTED }}"
    - shell: bash
      if: inputs.word == 'fail'
      run: exit 4
    - shell: bash
      if: failure()
      run: echo after-failure
    - shell: bash
      run: echo after-success
`;

  const steps = (word: string) => `${CHECKOUT}
- uses: ./tools
  id: tools
  with: { word: ${word} }
- run: echo "job sees $EXPORTED and \${{ steps.tools.outputs.said }} and \${{ steps.say.outputs.said }}."
  if: always()`;

  it("runs its scripts in order and hands out its outputs, environment and summary", async () => {
    const { run, host, repository } = bench();
    repository.commit({ "tools/action.yml": COMPOSITE });
    const result = await run(oneJob(steps("hi")));
    expect(result.conclusion).toBe("success");
    const log = host.log("job");
    expect(log).toMatch(/action path (\S+\/tools) \1\n/);
    expect(log).toContain("\ninner sees hi and hi\n");
    expect(log).toContain("\nafter-success\n");
    expect(log).not.toContain("\nafter-failure\n");
    // The ids of its steps are its own.
    expect(log).toContain("\njob sees hi and hi and .\n");
    expect(host.summary("job")).toBe("# hi\n");
  });

  it("fails when one of its scripts does, after those that want to run then", async () => {
    const { run, host, repository } = bench();
    repository.commit({ "tools/action.yml": COMPOSITE });
    const result = await run(oneJob(steps("fail")));
    expect(result.conclusion).toBe("failure");
    expect(host.log("job")).toContain("\nafter-failure\n");
    expect(host.log("job")).not.toContain("\nafter-success\n");
    expect(host.log("job")).toContain("job sees fail and fail");
  });

  it.each([
    [
      "an action inside",
      COMPOSITE.replace("      run: exit 4", "      uses: actions/checkout@v4"),
      "runs.steps[2].uses: is not supported",
    ],
    ["a context it does not see", COMPOSITE.replace("inputs.word == 'fail'", "needs.x"), "runs.steps[2].if"],
    [
      "two steps of one id",
      COMPOSITE.replace(
        '    - shell: bash\n      run: echo "inner',
        '    - id: say\n      shell: bash\n      run: echo "inner',
      ),
      "runs.steps[1].id: say is the id of an earlier step",
    ],
    ["a step without a script", COMPOSITE.replace("      run: exit 4\n", ""), "runs.steps[2]"],
    [
      "a condition that cannot be evaluated",
      COMPOSITE.replace("inputs.word == 'fail'", "fromJSON('{')"),
      "cannot be evaluated",
    ],
    [
      "an environment that cannot be evaluated",
      COMPOSITE.replace('"${{ inputs.word }}"', "\"${{ fromJSON('{') }}\""),
      "cannot be evaluated",
    ],
    [
      "an output that cannot be evaluated",
      COMPOSITE.replace("steps.say.outputs.said", "fromJSON('{')"),
      "cannot be evaluated",
    ],
  ])("fails with %s", async (_, manifest, words) => {
    const { run, host, repository } = bench();
    repository.commit({ "tools/action.yml": manifest });
    expect((await run(oneJob(`${CHECKOUT}\n- uses: ./tools`))).conclusion).toBe("failure");
    expect(host.annotations()).toContainEqual({ level: "error", message: expect.stringContaining(words) });
  });
});

describe("actions/setup-node", () => {
  const setUp = (inputs = "") =>
    oneJob(
      `- uses: actions/setup-node@v4\n  id: node\n  with: { ${inputs} }\n- run: echo "v=\${{ steps.node.outputs.node-version }} $(node --version)"`,
    );

  it("says which node there is", async () => {
    const { run, host } = bench();
    await run(setUp());
    expect(host.log("job")).toMatch(/\nv=(v\d+\.\d+\.\d+) \1\n/);
    expect(host.annotations()).toEqual([]);
  });

  it("brings its own when the path has none", async () => {
    const { run, host } = bench();
    const empty = "- run: mkdir bin && ln -s $(command -v bash) bin/bash\n";
    const result = await run(setUp().replace("- uses", `${empty.trimEnd()}\n      - uses`), {
      machine: { path: "/factory-nowhere:/bin" },
    });
    expect(host.log("job")).toContain(`v=${process.version}`);
    expect(result.conclusion).toBe("success");
  });

  it.each([
    [process.version, false],
    [process.version.split(".")[0]?.slice(1) ?? "", false],
    [`${process.version.split(".")[0]?.slice(1)}.x`, false],
    ["lts/*", false],
    ["1", true],
    [process.version.replace(/\d+$/, "99999"), true],
  ])("asked for %s it warns: %s", async (version, isWarned) => {
    const { run, host } = bench();
    await run(setUp(`node-version: "${version}"`), {
      machine: { path: `${path.dirname(process.execPath)}:/usr/bin:/bin` },
    });
    expect(host.annotations().map(({ level }) => level)).toEqual(isWarned ? ["warning"] : []);
  });

  it.each([
    ["cache: npm", true],
    ["package-manager-cache: true", true],
    ["package-manager-cache: false", false],
    ["", false],
  ])("with %j it mentions the missing cache: %s", async (inputs, isMentioned) => {
    const { run, host } = bench();
    await run(setUp(inputs));
    expect(host.log("job").includes("there is no cache here")).toBe(isMentioned);
  });
});
