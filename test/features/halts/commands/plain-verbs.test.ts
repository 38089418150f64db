import { describe, expect, it } from "vitest";
import { onlyCommand, onlyRefusal } from "../../../support/commands.js";

const TASK = "T-core-auth-login-001";

describe("a verb without arguments", () => {
  const verbs = ["approve", "continue", "abort", "status", "pause", "resume"];

  it.each(verbs)("%s is complete", (verb) => {
    expect(onlyCommand(`/factory ${verb}`)).toEqual({ verb });
  });

  it.each(verbs.flatMap((verb) => ["once CI is green", "? not yet", TASK].map((words) => [verb, words])))(
    "%s refuses to be followed by: %s",
    (verb, words) => {
      const refusal = onlyRefusal(`/factory ${verb} ${words}`);
      expect(refusal.code).toBe("words-unexpected");
      expect(refusal.message).toContain(`/factory ${verb}`);
    },
  );
});

describe("a verb for a task that needs no more", () => {
  it.each(["ice approve", "ice defer", "amendment accept"])("%s", (verb) => {
    expect(onlyCommand(`/factory ${verb}`)).toEqual({ verb, task_id: null });
    expect(onlyCommand(`/factory ${verb} ${TASK}`)).toEqual({ verb, task_id: TASK });
    expect(onlyRefusal(`/factory ${verb} please`).code).toBe("words-unexpected");
    expect(onlyRefusal(`/factory ${verb} ${TASK} please`).code).toBe("words-unexpected");
    expect(onlyRefusal(`/factory ${verb} T-core-1`).code).toBe("bad-task-id");
  });

  it("retry resolves the halt", () => {
    const resolution = { action: "RETRY_TASK" };
    expect(onlyCommand("/factory retry")).toEqual({ verb: "retry", task_id: null, resolution });
    expect(onlyCommand(`/factory retry ${TASK}`)).toEqual({ verb: "retry", task_id: TASK, resolution });
    expect(onlyRefusal("/factory retry now")).toMatchObject({
      code: "words-unexpected",
      message: expect.stringContaining("Nothing but a task's id may follow `/factory retry` on its line"),
    });
    expect(onlyRefusal("/factory retry [task]").code).toBe("bad-task-id");
  });

  it("two-word verbs forgive case and white space between", () => {
    expect(onlyCommand("/factory ICE \t Defer")).toEqual({ verb: "ice defer", task_id: null });
  });
});

describe("budget", () => {
  it.each([
    ["40", 40],
    ["12.50", 12.5],
    ["0.01", 0.01],
    ["$40", 40],
    ["40$", 40],
    ["40 USD", 40],
    ["40usd", 40],
    ["1000000", 1_000_000],
  ])("%s is %d dollars", (text, usd) => {
    expect(onlyCommand(`/factory budget ${text}`)).toEqual({ verb: "budget", usd });
  });

  it.each([
    "",
    "0",
    "-5",
    "1,000",
    "1.000",
    "12.345",
    "1000001",
    "1e3",
    "0x10",
    "Infinity",
    "NaN",
    "40 or so",
    "€40",
    "٤٠",
  ])("%s is refused", (text) => {
    expect(onlyRefusal(`/factory budget ${text}`)).toMatchObject({ code: "amount-needed" });
  });
});

describe("undo", () => {
  it("takes one task", () => {
    expect(onlyCommand(`/factory undo ${TASK}`)).toEqual({ verb: "undo", task_id: TASK });
  });

  it.each([
    ["", "task-needed"],
    ["the login", "task-needed"],
    ["<task>", "task-needed"],
    ["T-1", "bad-task-id"],
    [`${TASK} ${TASK}`, "words-unexpected"],
  ])("refuses %s with %s", (text, code) => {
    expect(onlyRefusal(`/factory undo ${text}`).code).toBe(code);
  });
});

describe("release", () => {
  it.each([
    ["", []],
    ["MM-0001@1.0.0", ["MM-0001@1.0.0"]],
    ["MM-0001@1.0.0 MM-0002@2.1.0", ["MM-0001@1.0.0", "MM-0002@2.1.0"]],
    ["MM-0001@1.0.0, MM-0002@2.1.0", ["MM-0001@1.0.0", "MM-0002@2.1.0"]],
    ["MM-0001@1.0.0 MM-0001@1.0.0", ["MM-0001@1.0.0"]],
  ])("takes any number of modules, each once: %s", (text, module_refs) => {
    expect(onlyCommand(`/factory release ${text}`)).toEqual({ verb: "release", module_refs });
  });

  it.each([
    ["everything", 1],
    ["MM-0001", 1],
    ["MM-0001@1.0.0 MM-0002@^1.0.0", 2],
    ["MM-0001@1.0.0 and MM-0002@1.0.0", 2],
  ])("names the word that is no module: %s", (text, position) => {
    const refusal = onlyRefusal(`/factory release ${text}`);
    expect(refusal.code).toBe("module-needed");
    expect(refusal.message).toContain(`Word ${position} `);
  });
});

describe("help", () => {
  it.each([
    ["", null],
    ["split", "split"],
    ["SPLIT", "split"],
    ["ice  approve", "ice approve"],
  ])("of %s", (text, about) => {
    expect(onlyCommand(`/factory help ${text}`)).toEqual({ verb: "help", about });
  });

  it("refuses what is no verb", () => {
    expect(onlyRefusal("/factory help me").code).toBe("unknown-verb");
  });
});
