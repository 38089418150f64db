import { describe, expect, it } from "vitest";
import { planPath } from "../../src/domain/gates/state-paths.js";
import { situationIn } from "../../src/engine/situation.js";
import { optionalStateFiles, requiredStateFiles, stateFiles } from "../../src/engine/state-files.js";
import { DRAFT_PATH } from "../../src/features/spec/draft-paths.js";
import { approved, FIRST_TASK, requested, shown } from "../support/loop.js";
import { inputOf } from "../support/release.js";

describe("a file of the state branch", () => {
  it("that no row names cannot be read: it would look as if it did not exist", () => {
    const { files } = situationIn(inputOf(requested), requested);
    const path = planPath(FIRST_TASK);
    expect(() => files.get(path)).toThrow(
      `${path} is read from the state branch, but no row of src/features/features.ts`,
    );
    expect(() => files.has(path)).toThrow(path);
  });

  it("that a row names is undefined where it is not there", () => {
    expect([...requiredStateFiles(shown), ...optionalStateFiles(shown)]).toContain(DRAFT_PATH);
    expect(stateFiles(new Map(), [shown]).get(DRAFT_PATH)).toBeUndefined();
    expect(stateFiles(new Map(), [shown]).has(DRAFT_PATH)).toBe(false);
  });

  it("that the next state needs is not there yet, and that is no error", () => {
    const { files } = situationIn(inputOf(requested), approved);
    expect(files.get(DRAFT_PATH)).toBeUndefined();
  });

  it("that an answer brought is there, whoever named it", () => {
    const path = planPath(FIRST_TASK);
    expect(stateFiles(new Map([[path, "x"]]), [requested]).get(path)).toBe("x");
  });
});
