import { createHash } from "node:crypto";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { oneJob, useBench } from "../../../support/run-workflow.js";

const bench = useBench();

const FILES = "- run: mkdir -p dist/deep && echo one > dist/a.txt && echo two > dist/deep/b.txt && touch dist/.hidden";

const upload = (inputs: string) => `- uses: actions/upload-artifact@v4\n  id: up\n  with: { ${inputs} }`;

describe("actions/upload-artifact", () => {
  it("hands a zip of the files to the host, and says where it is", async () => {
    const { run, host } = bench();
    const result = await run(
      oneJob(`${FILES}
${upload("name: report, path: dist, retention-days: 5")}
- run: echo "\${{ steps.up.outputs.artifact-id }} \${{ steps.up.outputs.artifact-digest }} \${{ steps.up.outputs.artifact-url }}"`),
    );
    expect(result.conclusion).toBe("success");
    const [artifact] = host.stored;
    expect(artifact).toMatchObject({ run: 42, name: "report", retentionDays: 5, overwrite: false });
    const entries = unzipSync(artifact?.zip ?? new Uint8Array());
    expect(Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual({
      "a.txt": "one\n",
      "deep/b.txt": "two\n",
    });
    const digest = createHash("sha256")
      .update(artifact?.zip ?? "")
      .digest("hex");
    expect(host.log("job")).toContain(
      `\n100 ${digest} http://127.0.0.1:9/octo/widgets/actions/runs/42/artifacts/100\n`,
    );
  });

  it("calls it artifact when it has no name, and takes hidden files when asked to", async () => {
    const { run, host } = bench();
    await run(oneJob(`${FILES}\n${upload("path: dist, include-hidden-files: true, compression-level: 0")}`));
    expect(host.stored[0]).toMatchObject({ name: "artifact" });
    expect(host.stored[0]).not.toHaveProperty("retentionDays");
    expect(Object.keys(unzipSync(host.stored[0]?.zip ?? new Uint8Array()))).toContain(".hidden");
  });

  it.each([
    ["warn", "success", "warning"],
    ["ignore", "success", undefined],
    ["error", "failure", "error"],
  ])("when nothing is found and if-no-files-found is %s", async (policy, conclusion, level) => {
    const { run, host } = bench();
    const result = await run(oneJob(upload(`path: nothing, if-no-files-found: ${policy}`)));
    expect(result.conclusion).toBe(conclusion);
    expect(host.annotations().map((annotation) => annotation.level)).toEqual(level === undefined ? [] : [level]);
    expect(host.log("job")).toContain("No files were found with the provided path: nothing");
    expect(host.stored).toEqual([]);
  });

  it("warns by default when nothing is found", async () => {
    const { run, host } = bench();
    expect((await run(oneJob(upload("path: nothing")))).conclusion).toBe("success");
    expect(host.annotations()).toMatchObject([{ level: "warning" }]);
  });

  it.each([
    ["a name with a slash", "name: a/b, path: dist", "input name"],
    ["no path", "name: a", "input path"],
    ["an unknown policy", "path: dist, if-no-files-found: shrug", "if-no-files-found"],
    ["days that are no number", "path: dist, retention-days: soon", "retention-days"],
    ["a level of ten", "path: dist, compression-level: 10", "compression-level"],
    ["a path outside the job", "path: /etc/passwd", "outside the job's folder"],
  ])("fails for %s", async (_, inputs, words) => {
    const { run, host } = bench();
    expect((await run(oneJob(`${FILES}\n${upload(inputs)}`))).conclusion).toBe("failure");
    expect(host.annotations()).toEqual([{ level: "error", message: expect.stringContaining(words) }]);
  });

  it("fails when it is too large, to the byte", async () => {
    const { run, host } = bench();
    const steps = `- run: head -c 1001 /dev/zero > big\n${upload("path: big")}`;
    expect((await run(oneJob(steps), { machine: { artifactBytes: 1000 } })).conclusion).toBe("failure");
    expect(host.annotations()[0]?.message).toContain("1001 bytes; an artifact may have 1000");
    expect((await run(oneJob(steps), { machine: { artifactBytes: 1001 } })).conclusion).toBe("success");
  });

  it("fails when the host has that name already, unless it overwrites", async () => {
    const { run, host } = bench();
    const twice = (inputs: string) =>
      `${FILES}\n${upload("path: dist")}\n${upload(inputs).replace("id: up", "id: again")}`;
    expect((await run(oneJob(twice("path: dist")))).conclusion).toBe("failure");
    expect(host.annotations()[0]?.message).toContain("exists already");
    host.stored.splice(0);
    expect((await run(oneJob(twice("path: dist/a.txt, overwrite: true")))).conclusion).toBe("success");
    expect(Object.keys(unzipSync(host.stored[0]?.zip ?? new Uint8Array()))).toEqual(["a.txt"]);
  });
});

describe("actions/download-artifact", () => {
  const download = (inputs: string) => `- uses: actions/download-artifact@v4\n  id: down\n  with: { ${inputs} }`;
  const store = (name: string, files: Record<string, string>) =>
    bench().host.storeArtifact({
      run: 42,
      name,
      zip: zipSync(Object.fromEntries(Object.entries(files).map(([file, text]) => [file, strToU8(text)]))),
      overwrite: false,
    });

  it("brings one artifact of the run into a folder", async () => {
    await store("report", { "a.txt": "one", "deep/b.txt": "two" });
    const { run, host } = bench();
    const result = await run(
      oneJob(
        `${download("name: report, path: got")}\n- run: cat got/a.txt got/deep/b.txt; echo; echo "\${{ steps.down.outputs.download-path }}"`,
      ),
    );
    expect(result.conclusion).toBe("success");
    expect(host.log("job")).toContain("\nonetwo\n");
    expect(host.log("job")).toMatch(/\n\S+\/widgets\/widgets\/got\n/);
  });

  it("brings all of them, each into a folder of its name", async () => {
    await store("one", { f: "1" });
    await store("two", { f: "2" });
    const { run, host } = bench();
    await run(oneJob(`- uses: actions/download-artifact@v4\n- run: cat one/f two/f`));
    expect(host.log("job")).toContain("\n12");
  });

  it("does not bring another run's", async () => {
    await store("report", { f: "1" });
    const { run, host } = bench();
    const result = await run(oneJob(download("name: report")), { run: { id: 43, number: 1, attempt: 1 } });
    expect(result.conclusion).toBe("failure");
    expect(host.annotations()[0]?.message).toContain("no artifact named report");
  });

  it.each([
    ["climbs out of its folder", { "../escaped": "x" }, "name: bad, path: got"],
    ["goes through a link", { "door/escaped": "x" }, "name: bad"],
  ])("writes nothing of an artifact that %s", async (_, files, inputs) => {
    await store("bad", { ok: "fine", ...files } as Record<string, string>);
    const { run, host, repository } = bench();
    const result = await run(
      oneJob(
        `- run: ln -s ${repository.folder} door\n${download(inputs)}\n- run: find . -name ok -o -name escaped | wc -l\n  if: always()`,
      ),
    );
    expect(result.conclusion).toBe("failure");
    expect(host.annotations()[0]?.message).toContain("outside");
    expect(host.log("job")).toContain("\n0\n");
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  it("hands artifacts from job to job", async () => {
    const { run, host } = bench();
    await run(`on: workflow_dispatch
jobs:
  make:
    runs-on: ubuntu-latest
    steps:
      - run: echo made > thing
      - uses: actions/upload-artifact@v4
        with: { name: thing, path: thing }
  use:
    needs: make
    runs-on: ubuntu-latest
    steps:
      - uses: actions/download-artifact@v4
        with: { name: thing }
      - run: cat thing
`);
    expect(host.log("use")).toContain("\nmade");
  });
});
