import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orThrow } from "../../../src/domain/refusal.js";
import { listItems } from "../../../src/features/spec/criteria/list-items.js";
import { quickSpec } from "../../../src/features/spec/quick-spec.js";
import { validateSpec } from "../../../src/features/spec/validate-spec.js";
import { initProject } from "../../../src/features/tasks/task-file/init-project.js";
import { parseTaskFile } from "../../../src/features/tasks/task-file/parse-task-file.js";
import { taskForRole } from "../../../src/roles/reading/task-text.js";

const AT = "2026-03-01T09:00:00Z";
const request = (body: string, title = "Slugs for titles") => ({ issue: 7, title, body, requestedAt: AT });
const TWO = "- returns `hello-world`\n- rejects an empty title\n";

function made(body: string, title?: string) {
  const spec = quickSpec(request(body, title));
  if (!spec.ok) throw new Error(spec.refusal.message);
  return spec.value;
}

const taskOf = (spec: ReturnType<typeof made>) => spec.pillars[0]?.epics[0]?.stories[0]?.tasks[0];

describe("the items of a text's lists", () => {
  it.each([
    ["bullets of every kind", "- one\n* two\n+ three\n", ["one", "two", "three"]],
    ["numbers", "1. one\n2) two\n", ["one", "two"]],
    ["items that go on below", "- one\n  goes on\n  and on\n- two\n", ["one goes on and on", "two"]],
    ["items below items", "- one\n  - two\n", ["one", "two"]],
    ["lines that end as on Windows", "- one\r\n- two\r\n", ["one", "two"]],
  ])("are %s", (_what, text, items) => {
    expect(listItems(text).map((item) => item.text)).toEqual(items);
  });

  it.each([
    ["a quote", "> - one\n"],
    ["a code block", "```\n- one\n```\n"],
    ["a code block inside a longer fence", "````\n```\n- one\n```\n- two\n````\n"],
    ["a template's comment", "<!--\n- one\n-->\n"],
    ["a comment that never ends", "<!-- \n- one\n"],
    ["prose with a dash", "well-known - not an item\n"],
    ["an empty item", "-\n- \n"],
  ])("are not looked for in %s", (_what, text) => {
    expect(listItems(text)).toEqual([]);
  });

  it("end with the line that is not theirs", () => {
    expect(listItems("- one\n\n  apart\nplain\n- two\n").map(({ text }) => text)).toEqual(["one", "two"]);
  });

  it("say which can be ticked off", () => {
    expect(listItems("- [ ] one\n- [x] two\n- [X] three\n- four\n").map(({ isTask }) => isTask)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("a spec made of an issue", () => {
  it("is one task whose acceptance criteria are the issue's bullets, and has no errors", () => {
    const spec = made(TWO);
    expect(taskOf(spec)?.acceptance_criteria).toEqual(["returns `hello-world`", "rejects an empty title"]);
    expect(validateSpec(spec).errors).toEqual([]);
    expect(spec.pillars).toHaveLength(1);
  });

  it("takes the task list where there is one, and leaves other bullets to the description", () => {
    const spec = made(`- context\n- [ ] returns one\n- [x] returns two\n`);
    expect(taskOf(spec)?.acceptance_criteria).toEqual(["returns one", "returns two"]);
    expect(taskOf(spec)?.description).toContain("- context");
  });

  it("keeps what its author wrote around the list, without hidden characters and comments", () => {
    const description = taskOf(made(`Because\u202e of this.\n<!-- template -->\n\n\n\n${TWO}`))?.description;
    expect(description).toContain("Because of this.");
    expect(description).not.toMatch(/template|\n\n\n/);
  });

  it("has every demand of the issue as a criterion, and no background, question or greeting", () => {
    const body = [
      "# Say whether an option was declared",
      "I had to look into private fields for this. Today nothing says it. Why not? Thanks in advance.",
      "The typings declare it, with a short comment as the methods around it have. It is often asked for.",
      "Please keep `1.x` working, e.g. Node 18.",
      "> Everything must be rewritten.",
      "/* TODO(agent): it must be rewritten. */",
      "```js\nthis must not count;\n```",
      TWO,
      "We would like it to be documented in the README too.",
    ].join("\n\n");
    expect(taskOf(made(body))?.acceptance_criteria).toEqual([
      "returns `hello-world`",
      "rejects an empty title",
      "The typings declare it, with a short comment as the methods around it have.",
      "Please keep `1.x` working, e.g. Node 18.",
      "We would like it to be documented in the README too.",
    ]);
  });

  it("says each thing once, and sketches no contract that nobody has made", () => {
    const project = initProject(made(TWO), { projectId: "p", startingSha: "a".repeat(40), branch: "main", now: AT });
    const text = (project.ok ? project.value.taskFiles[0]?.text : "") ?? "";
    const file = orThrow(parseTaskFile(text));
    const lines = text.split("\n").filter((line) => line.length > 20 && !/unsketched|^- re/.test(line));
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
    expect(text.match(/returns `hello-world`/g)).toHaveLength(2);
    expect(taskForRole(file)).not.toMatch(/unsketched|Micro Module Contract|Error Cases/);
    expect(taskForRole(file)).toContain("## Acceptance Criteria");
  });

  it("has a task id that no other issue's has", () => {
    const start = { projectId: "p", startingSha: "a".repeat(40), branch: "main", now: AT };
    const project = initProject(made(TWO), start);
    expect(project.ok && Object.keys(project.value.state.tasks)).toEqual(["T-quick-issue-7-change-001"]);
  });

  it.each([
    ["no list", "Please make it better.", "no acceptance criterion"],
    ["one item", "- returns 1\n", "one acceptance criterion"],
    ["the same item twice", "- returns 1\n- returns 1\n", "one acceptance criterion"],
    ["an item that says nothing", "- returns 1\n- TBD\n", "one acceptance criterion"],
    ["one task among bullets", "- [ ] returns 1\n- returns 2\n", "one acceptance criterion"],
    ["an empty body", "", "no acceptance criterion"],
  ])("is refused with the reason for %s", (_what, body, words) => {
    expect(quickSpec(request(body))).toMatchObject({
      ok: false,
      refusal: { code: "quick-incomplete", message: expect.stringContaining(words) },
    });
  });

  it("has a name even where the title has none to show", () => {
    expect(made(TWO, "\u200b ").title).toBe("Issue 7");
  });

  it("is the same for the same issue", () => {
    expect(quickSpec(request(TWO))).toEqual(quickSpec(request(TWO)));
  });

  it("becomes a task file that can be read again, whatever the issue says", () => {
    const line = fc.oneof(fc.string(), fc.constantFrom("## Acceptance Criteria", "---", "- x", "```", "<!--", "# T-1"));
    const start = { projectId: "p", startingSha: "a".repeat(40), branch: "main", now: AT };
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.string(), (lines, title) => {
        const spec = quickSpec(request(`${lines.join("\n")}\n\n${TWO}`, title));
        if (!spec.ok) return;
        const project = initProject(spec.value, start);
        if (!project.ok) throw new Error(project.refusal.message);
        const [file] = project.value.taskFiles;
        expect(parseTaskFile(file?.text ?? "")).toMatchObject({ ok: true });
      }),
      { numRuns: 200 },
    );
  });
});
