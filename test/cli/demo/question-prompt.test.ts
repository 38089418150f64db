import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { openDemoScreen } from "../../../src/cli/demo/demo-screen.js";
import { questionPrompt } from "../../../src/cli/demo/question-prompt.js";
import { paintFor } from "../../../src/cli/paint.js";
import { RECORDED_SCRIPT } from "../../../src/sandbox/demo/script.js";

const plain = paintFor({}, {});
const HALT = { key: "1", decision: "halt", words: "your decision about #6", place: 6 } as const;
const SUGGESTED = RECORDED_SCRIPT.halt ?? "";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Somebody at a keyboard whom a halt is shown to. */
function atTheCard(suggestion: string | undefined = SUGGESTED) {
  const written: string[] = [];
  const said: [number, string][] = [];
  const keyboard = new PassThrough();
  const showQuestion = questionPrompt({
    screen: openDemoScreen({ write: (text: string) => written.push(text) }, plain, { now: () => 0 }),
    paint: plain,
    person: {
      login: "ada",
      comment: async (place: number, body: string) => void said.push([place, body]),
    },
    pageOf: (place) => `http://127.0.0.1/pull/${place}`,
    keyboard,
    failed: (error) => {
      throw error;
    },
  });
  closing.push(showQuestion(HALT, suggestion));
  return {
    shown: () => written.join(""),
    said: () => said.map(([, body]) => body),
    type: async (keys: string) => {
      keyboard.write(keys);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** What a person marks with the mouse: whole lines, from the command to the end of its block. */
const marked = (shown: string) => /^\/factory [\s\S]*?^```$/m.exec(shown)?.[0] ?? "";

describe("the suggested answer in the demo", () => {
  it("can be copied from the terminal as it is", () => {
    expect(marked(atTheCard().shown())).toBe(SUGGESTED);
  });

  it("is one comment when it is pasted, however it ends", async () => {
    const person = atTheCard();
    await person.type(`${marked(person.shown())}\n\n`);
    expect(person.said()).toEqual([SUGGESTED]);
  });

  it("is sent by Enter, once", async () => {
    const person = atTheCard();
    expect(person.shown()).toContain("Enter sends it");
    await person.type("\n");
    await person.type("\n");
    expect(person.said()).toEqual([SUGGESTED]);
  });

  it("is still there for Enter after another answer was posted", async () => {
    const person = atTheCard();
    await person.type("/factory approve it, please\n\n");
    expect(person.said()).toEqual(["/factory approve it, please", SUGGESTED]);
  });
});

describe("a typed answer", () => {
  it("is said line by line where a line is enough, and Enter alone says nothing where nothing was suggested", async () => {
    const person = atTheCard("");
    await person.type("\n/factory retry\n\n/factory abandon Nobody needs it.\n");
    expect(person.said()).toEqual(["/factory retry", "/factory abandon Nobody needs it."]);
  });

  it("goes on in the next line where it ends in a backslash", async () => {
    const person = atTheCard();
    await person.type("/factory override It is\\\nright.\n");
    expect(person.said()).toEqual(["/factory override It is\nright."]);
  });

  it("continues until its block is closed, and says so to the user", async () => {
    const person = atTheCard();
    await person.type("/factory amend-spec\n");
    expect(person.said()).toEqual([]);
    expect(person.shown()).toContain("goes on with a fenced `yaml` block");
    await person.type("````yaml\nkey: |\n  ```\n\n````\n");
    expect(person.said()).toEqual(["/factory amend-spec\n````yaml\nkey: |\n  ```\n\n````"]);
  });

  it("is sent as it is by two empty lines", async () => {
    const person = atTheCard();
    await person.type("/factory split\n\n\n");
    expect(person.said().map((body) => body.trim())).toEqual(["/factory split"]);
  });
});
