import { expect, it } from "vitest";
import { STATUS_KEY } from "../../../src/features/status/status-comment.js";
import { decideOn, mergedSpec, planning, say, started, taskPull } from "../../support/loop.js";

it("a decision has the keys of all effects that the state before called for, performed or not, and none if nothing is committed", () => {
  const opened = decideOn(started, { pulls: [mergedSpec, taskPull] });
  expect(opened.events.length).toBeGreaterThan(0);
  const status = opened.pending.find(({ key }) => key === STATUS_KEY);
  if (status?.kind !== "keep-comment") throw new Error("a status comment was expected");
  const stickies = [{ key: STATUS_KEY, id: 1, issue: status.issue, body: status.body }];
  const current = decideOn(started, { pulls: [mergedSpec, taskPull], stickies });
  expect(current.expectedBefore).toContain(STATUS_KEY);
  const marks = current.pending.find(({ kind }) => kind === "keep-marks");
  expect(marks).toBeDefined();
  expect(current.expectedBefore?.has(marks?.key ?? "")).toBe(false);
  expect(decideOn(planning, { pulls: [mergedSpec, taskPull] }).expectedBefore).toBeNull();
  expect(decideOn(null, { comments: [say("hello")] }).expectedBefore).toBeNull();
});
