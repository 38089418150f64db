import { describe, expect, it } from "vitest";
import { allCommands } from "../../src/commands/all-commands.js";
import { type CommandAuthor, type CommandRequest, isAnswered, mayRun } from "../../src/commands/authorise.js";
import { Where } from "../../src/commands/define-command.js";
import { refuse } from "../../src/domain/refusal.js";
import { onlyCommand } from "../support/commands.js";

const COMMANDS = allCommands();

const ada: CommandAuthor = {
  login: "ada",
  type: "User",
  roleName: "write",
  isEdited: false,
  isViaApp: false,
  isDeleted: false,
};

const request: CommandRequest = {
  command: { verb: "approve" },
  author: ada,
  approvers: [],
  target: { thread: "conversation", open: ["spec pull request"] },
};

function codeOf(varied: Partial<CommandRequest>): string | undefined {
  const decision = mayRun({ ...request, ...varied });
  return decision.ok ? undefined : decision.refusal.code;
}

const by = (author: Partial<CommandAuthor>, approvers: readonly string[] = []) =>
  codeOf({ author: { ...ada, ...author }, approvers });

describe("who may give a command", () => {
  it.each([
    ["write", undefined],
    ["maintain", undefined],
    ["admin", undefined],
    ["triage", "no-permission"],
    ["read", "no-permission"],
    ["none", "no-permission"],
    ["", "no-permission"],
    ["Write", "no-permission"],
    ["release-managers", "no-permission"],
    ["write-all", "no-permission"],
    [null, "permission-unreadable"],
  ])("with role %s: %s", (roleName, code) => {
    expect(by({ roleName })).toBe(code);
  });

  it("no App may in somebody's name, be it an admin's or an approver's; and that somebody is told", () => {
    expect(by({ isViaApp: true, roleName: "admin" })).toBe("app-author");
    expect(by({ isViaApp: true, roleName: "none" }, ["ada"])).toBe("app-author");
    const decision = mayRun({ ...request, author: { ...ada, isViaApp: true } });
    expect(!decision.ok && isAnswered(decision.refusal)).toBe(true);
  });

  it("answers a yes with the command itself", () => {
    expect(mayRun(request)).toEqual({ ok: true, value: request.command });
  });

  it.each(["none", "read", "triage", "a-role-of-our-own"])("an approver may, with role %s", (roleName) => {
    expect(by({ roleName }, ["grace", "ada"])).toBeUndefined();
  });

  it("nobody may whose permission could not be read, not even an approver", () => {
    expect(by({ roleName: null }, ["grace", "ada"])).toBe("permission-unreadable");
  });

  it.each([
    ["in another case", ["ADA"], undefined],
    ["only as a part", ["adam", "da"], "no-permission"],
    ["as somebody else", ["grace"], "no-permission"],
  ])("a login is compared as GitHub does: %s", (_, approvers, code) => {
    expect(by({ roleName: "read" }, approvers)).toBe(code);
  });

  it.each(["Bot", "Organization", "Mannequin", "bot", "user", ""])("an account of type %j never may", (type) => {
    expect(by({ type, roleName: "admin" }, ["ada"])).toBe("bot-author");
  });

  it("a login of a bot never may, whatever its type says", () => {
    expect(by({ login: "dependabot[bot]", roleName: "admin" }, ["dependabot[bot]"])).toBe("bot-author");
  });

  it("an edited comment never counts, not even an approver's", () => {
    expect(by({ isEdited: true, roleName: "admin" }, ["ada"])).toBe("comment-edited");
  });

  it("a deleted comment never counts", () => {
    expect(by({ isDeleted: true, roleName: "admin" }, ["ada"])).toBe("comment-deleted");
  });

  it("the refusal names the login and the role, and says what would help", () => {
    expect(mayRun({ ...request, author: { ...ada, roleName: "read" } })).toMatchObject({
      refusal: {
        message: expect.stringContaining("`approvers`"),
        details: { login: "ada", role: "read", needed: ["write", "maintain", "admin"] },
      },
    });
  });
});

describe("where a command may be given", () => {
  const places = Where.options.filter((where) => where !== "anywhere");

  it.each(COMMANDS.flatMap((row) => places.map((open) => [row.verb, open, row] as const)))(
    "%s where this is open: %s",
    (_, open, row) => {
      const command = onlyCommand(row.example);
      const fits = row.where === "anywhere" || row.where === open;
      expect(codeOf({ command, target: { thread: "conversation", open: [open] } })).toBe(fits ? undefined : "not-here");
    },
  );

  it("is any of several open decisions", () => {
    expect(codeOf({ target: { thread: "conversation", open: ["checkpoint", "spec pull request"] } })).toBeUndefined();
  });

  it("is anywhere when the command names its task", () => {
    const target = { thread: "conversation", open: [] } as const;
    const command = onlyCommand("/factory abandon T-core-auth-login-001 Not needed.");
    expect(codeOf({ command, target })).toBeUndefined();
    expect(codeOf({ command: onlyCommand("/factory abandon Not needed."), target })).toBe("not-here");
  });

  it("is said in the refusal, with the way out for a task", () => {
    const target = { thread: "conversation", open: ["checkpoint"] } as const;
    const refused = mayRun({ ...request, command: onlyCommand("/factory retry"), target });
    expect(refused).toMatchObject({
      refusal: {
        message: expect.stringMatching(/`\/factory retry` is for a halted task.*`T-\.\.\.`/),
        details: { verb: "retry", where: "halted task", open: ["checkpoint"] },
      },
    });
    expect(mayRun({ ...request, target })).toMatchObject({
      refusal: { message: expect.not.stringContaining("T-...") },
    });
  });

  it("is never a review thread, which gets a pointer to the conversation", () => {
    const target = { thread: "review", open: ["spec pull request"] } as const;
    expect(codeOf({ target })).toBe("reply-elsewhere");
    expect(codeOf({ target, command: { verb: "status" } })).toBe("reply-elsewhere");
    expect(codeOf({ target, author: { ...ada, roleName: "read" } })).toBe("no-permission");
  });
});

describe("which refusals are answered", () => {
  it.each([
    ["bot-author", false],
    ["comment-deleted", false],
    ["comment-edited", true],
    ["no-permission", true],
    ["permission-unreadable", true],
    ["reply-elsewhere", true],
    ["not-here", true],
    ["near-miss", true],
  ])("%s: %s", (code, answered) => {
    const refused = refuse(code, "x");
    expect(!refused.ok && isAnswered(refused.refusal)).toBe(answered);
  });
});
