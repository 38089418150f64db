import { expect, it } from "vitest";
import { STATUS_KEY } from "../../src/features/status/status-comment.js";
import { decideOn, mergedSpec, planning, say, started, taskPull } from "../support/loop.js";

it("knows what the state before wanted, also what stands already, and nothing where nothing is committed", () => {
  const opened = decideOn(started, { pulls: [mergedSpec, taskPull] });
  expect(opened.intents.length).toBeGreaterThan(0);
  const status = opened.owed.find(({ key }) => key === STATUS_KEY);
  if (status?.kind !== "keep-comment") throw new Error("a status comment was expected");
  const stickies = [{ key: STATUS_KEY, id: 1, issue: status.issue, body: status.body }];
  const standing = decideOn(started, { pulls: [mergedSpec, taskPull], stickies });
  expect(standing.wantedBefore).toContain(STATUS_KEY);
  const marks = standing.owed.find(({ kind }) => kind === "keep-marks");
  expect(marks).toBeDefined();
  expect(standing.wantedBefore?.has(marks?.key ?? "")).toBe(false);
  expect(decideOn(planning, { pulls: [mergedSpec, taskPull] }).wantedBefore).toBeNull();
  expect(decideOn(null, { comments: [say("hello")] }).wantedBefore).toBeNull();
});
