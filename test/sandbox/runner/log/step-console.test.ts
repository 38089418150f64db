import { describe, expect, it } from "vitest";
import { createMasker } from "../../../../src/sandbox/runner/log/masker.js";
import { createStepConsole } from "../../../../src/sandbox/runner/log/step-console.js";
import type { Annotation } from "../../../../src/sandbox/runner/run-event.js";

const open = () => {
  const lines: string[] = [];
  const annotations: Annotation[] = [];
  const masker = createMasker();
  const log = { write: (line: string) => void lines.push(masker.mask(line)), end: () => {} };
  const console = createStepConsole({ log, masker, publish: (annotation) => void annotations.push(annotation) });
  return { lines, annotations, ...console };
};

describe("the console of a step", () => {
  it("writes ordinary lines to the log", () => {
    const console = open();
    console.read("hello");
    expect(console.lines).toEqual(["hello"]);
    expect(console.annotations).toEqual([]);
  });

  it.each(["error", "warning", "notice"] as const)("turns ::%s:: into an annotation and a line", (level) => {
    const console = open();
    console.read(`::${level} file=a.ts,line=3,endLine=4,col=5,endColumn=6,title=T::m`);
    expect(console.lines).toEqual([`##[${level}]m`]);
    expect(console.annotations).toEqual([
      { level, message: "m", file: "a.ts", line: 3, endLine: 4, column: 5, endColumn: 6, title: "T" },
    ]);
  });

  it("leaves out of an annotation what is not a number where a number belongs", () => {
    const console = open();
    console.read("::error line=x,file=::m");
    expect(console.annotations).toEqual([{ level: "error", message: "m" }]);
  });

  it("keeps ten annotations of each level and the rest in the log only", () => {
    const console = open();
    for (let count = 1; count <= 11; count += 1) console.read(`::error::e${count}`);
    console.read("::warning::w");
    expect(console.annotations.map(({ message }) => message)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `e${index + 1}`),
      "w",
    ]);
    expect(console.lines).toContain("##[error]e11");
  });

  it("hides what ::add-mask:: names, from then on, in log and annotation", () => {
    const console = open();
    console.read("::add-mask::hunter2");
    console.read("it is hunter2");
    console.read("::error title=hunter2,file=hunter2::hunter2!");
    expect(console.lines).toEqual(["::add-mask::***", "it is ***", "##[error]***!"]);
    expect(console.annotations).toEqual([{ level: "error", message: "***!", title: "***", file: "***" }]);
  });

  it.each([
    ["::group::Build", "##[group]Build"],
    ["::endgroup::", "##[endgroup]"],
    ["::debug::d", "##[debug]d"],
    ["::unknown::x", "::unknown::x"],
    ["::constructor::x", "::constructor::x"],
  ])("shows %s as %s", (line, shown) => {
    const console = open();
    console.read(line);
    expect(console.lines).toEqual([shown]);
    expect(console.broken()).toEqual([]);
  });

  it("obeys nothing between ::stop-commands:: and its token", () => {
    const console = open();
    console.read("::stop-commands::ToKeN");
    console.read("::error::not me");
    console.read("::error::nor me");
    console.read("::token::");
    console.read("::error::me");
    expect(console.annotations.map(({ message }) => message)).toEqual(["me"]);
    expect(console.lines).toContain("::error::not me");
  });

  it.each(["", "  "])("does not stop without a token to resume with: %j", (token) => {
    const console = open();
    console.read(`::stop-commands::${token}`);
    console.read("::warning::still obeyed");
    expect(console.broken()).toHaveLength(1);
    expect(console.annotations.map(({ level }) => level)).toEqual(["error", "warning"]);
  });

  it.each([
    ["set-env", "GITHUB_ENV"],
    ["add-path", "GITHUB_PATH"],
    ["set-output", "GITHUB_OUTPUT"],
    ["save-state", "GITHUB_STATE"],
  ])("fails the step for ::%s:: and names %s instead", (name, variable) => {
    const console = open();
    console.read(`::${name} name=a::b`);
    expect(console.broken()).toEqual([expect.stringContaining(`$${variable}`)]);
    expect(console.annotations).toMatchObject([{ level: "error", message: expect.stringContaining(name) }]);
  });

  it("does not take our own lines for commands", () => {
    const console = open();
    console.print("::error::quoted");
    console.annotate("notice", "said");
    expect(console.lines).toEqual(["::error::quoted", "##[notice]said"]);
    expect(console.annotations).toEqual([{ level: "notice", message: "said" }]);
  });
});
