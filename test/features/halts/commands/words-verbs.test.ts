import { describe, expect, it } from "vitest";
import { onlyCommand, onlyRefusal } from "../../../support/commands.js";

const TASK = "T-core-auth-login-001";

describe("reasons and feedback for a spec", () => {
  it.each([
    ["reject", "reasons"],
    ["amend", "feedback"],
  ])("%s takes its words as %s", (verb, field) => {
    expect(onlyCommand(`/factory ${verb} Too big.`)).toEqual({ verb, [field]: "Too big." });
  });

  it.each(
    ["reject", "amend"].flatMap((verb) => ["", "   ", "TBD", "n/a", "\u200b", "..."].map((words) => [verb, words])),
  )("%s refuses %j, which says nothing", (verb, words) => {
    const refusal = onlyRefusal(`/factory ${verb} ${words}`);
    expect(refusal.code).toBe("words-needed");
    expect(refusal.message).toContain(`\`/factory ${verb} <`);
  });

  it.each(["reject <reasons>", "amend <feedback>"])("%s, copied as help writes it, says nothing", (copied) => {
    expect(onlyRefusal(`/factory ${copied}`)).toMatchObject({
      code: "words-needed",
      message: expect.stringContaining("What was given is a placeholder."),
    });
  });

  it.each(["reject", "amend"])("%s does not repeat a person's words, which may name others", (verb) => {
    expect(onlyRefusal(`/factory ${verb} TODO: ask @octocat`).message).not.toContain("@octocat");
  });

  it("keeps a task id as part of the words: a spec has no tasks yet", () => {
    expect(onlyCommand(`/factory amend ${TASK} is too big`)).toMatchObject({ feedback: `${TASK} is too big` });
  });

  it("refuses characters that cannot be seen in a file, and says which", () => {
    expect(onlyRefusal("/factory amend Drop \u0007 it").message).toContain("U+0007");
  });
});

describe.each([
  ["override", (words: string) => ({ resolution: { action: "APPROVE_OVERRIDE", rationale: words } })],
  ["abandon", (words: string) => ({ resolution: { action: "ABANDON_TASK", rationale: words } })],
  ["ice reject", (words: string) => ({ reason: words })],
  ["amendment reject", (words: string) => ({ reason: words })],
])("%s", (verb, made) => {
  it("takes its words, and a task before them", () => {
    expect(onlyCommand(`/factory ${verb} Not needed.`)).toEqual({ verb, task_id: null, ...made("Not needed.") });
    expect(onlyCommand(`/factory ${verb} ${TASK} Not needed.`)).toEqual({
      verb,
      task_id: TASK,
      ...made("Not needed."),
    });
  });

  it("takes words that begin below", () => {
    expect(onlyCommand(`/factory ${verb} ${TASK}\n\nNot needed.\nReally.`)).toEqual({
      verb,
      task_id: TASK,
      ...made("Not needed.\nReally."),
    });
  });

  it.each(["", TASK, `${TASK} TBD`, "todo"])("refuses %j, which says nothing", (words) => {
    const refusal = onlyRefusal(`/factory ${verb} ${words}`);
    expect(refusal.code).toBe("words-needed");
    expect(refusal.message).toContain(`\`/factory ${verb} [task] <`);
  });

  it.each(["", `${TASK} `])("takes nothing for its words that help only shows where they go: %j", (before) => {
    const noun = "reason" in made("") ? "reason" : "rationale";
    expect(onlyRefusal(`/factory ${verb} ${before}<${noun}>`)).toMatchObject({
      code: "words-needed",
      message: expect.stringContaining("What was given is a placeholder."),
    });
    expect(onlyCommand(`/factory ${verb} ${before}The <${noun}> is shown unescaped.`)).toMatchObject(
      made(`The <${noun}> is shown unescaped.`),
    );
  });

  it("does not take help's own `[task]` for an id or for words, and says what to do with it", () => {
    const refusal = onlyRefusal(`/factory ${verb} [task] Not needed.`);
    expect(refusal.code).toBe("bad-task-id");
    expect(refusal.message).toContain("Leave it out");
  });

  it("does not repeat a person's words, which may name others", () => {
    expect(onlyRefusal(`/factory ${verb} TODO: ask @octocat`).message).not.toContain("@octocat");
  });

  it("refuses an id that is wrong instead of taking it for prose", () => {
    expect(onlyRefusal(`/factory ${verb} T-core-1 Not needed.`).code).toBe("bad-task-id");
  });
});

describe("the id of a task", () => {
  it.each([
    ["plain", TASK],
    ["in code marks, as cards show it", `\`${TASK}\``],
    ["with a colon", `${TASK}:`],
    ["in code marks with a comma", `\`${TASK}\`,`],
  ])("may be written %s", (_, written) => {
    expect(onlyCommand(`/factory abandon ${written} Not needed.`)).toMatchObject({
      task_id: TASK,
      resolution: { rationale: "Not needed." },
    });
  });

  it.each(["t-core-auth-login-001", "T-core-auth-login-1", "T-Core-auth-login-001", "T-core_auth-login-001"])(
    "may not be %s",
    (written) => {
      expect(onlyRefusal(`/factory abandon ${written} Not needed.`)).toMatchObject({
        code: "bad-task-id",
        details: { word: written },
      });
    },
  );

  it.each(["T-shirt sizes differ.", "T is a bad name.", "Task T-core-auth-login-001 is done elsewhere."])(
    "is not looked for in: %s",
    (words) => {
      expect(onlyCommand(`/factory abandon ${words}`)).toMatchObject({
        task_id: null,
        resolution: { rationale: words },
      });
    },
  );
});
