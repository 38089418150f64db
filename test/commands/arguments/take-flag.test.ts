import { describe, expect, it } from "vitest";
import { takeTaskAndFlag } from "../../../src/commands/arguments/take-flag.js";
import { readingsOf } from "../../support/commands.js";

const TASK = "T-core-auth-login-001";

describe("a flag of a command", () => {
  it.each([
    ["first", "--keep Nobody needs it.", null],
    ["before the task", `--keep ${TASK} Nobody needs it.`, TASK],
    ["behind the task", `${TASK} --keep Nobody needs it.`, TASK],
    ["with the dash that a keyboard makes of two", "—keep Nobody needs it.", null],
    ["with a short one", `${TASK} –keep Nobody needs it.`, TASK],
  ])("is taken %s", (_where, text, task_id) => {
    expect(takeTaskAndFlag(text, "keep")).toEqual({
      ok: true,
      value: { task_id, given: true, rest: "Nobody needs it." },
    });
  });

  it.each([
    ["it is not there", "Nobody needs it."],
    ["it is only spoken of, in backticks", "Nobody said `--keep` about it."],
    ["it is part of another word", "Nobody needs the --keep-alive of it."],
  ])("is not, where %s", (_why, text) => {
    expect(takeTaskAndFlag(text, "keep")).toMatchObject({ ok: true, value: { given: false, rest: text } });
  });

  it.each([
    ["behind the words", "/factory abandon Nobody needs it. --keep"],
    ["behind the words, as one dash", "/factory abandon Nobody needs it —keep"],
    ["behind the task and words", `/factory abandon ${TASK} please --keep, thanks`],
    ["below them", "/factory abandon Nobody needs it.\n--keep"],
    ["behind words that a block follows", "/factory split please --keep\n\n```yaml\nnew_tasks: []\n```"],
    ["of a ruling", "/factory ice reject Not now --stay"],
  ])("is refused %s: nothing is given up by mistake", (_where, body) => {
    expect(readingsOf(body)).toMatchObject([{ outcome: { ok: false, refusal: { code: "flag-misplaced" } } }]);
  });
});
