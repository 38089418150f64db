import { expect, it } from "vitest";
import { appComplaint } from "../../../src/cli/sandbox/app-complaint.js";

const line = (level: number, err?: { type: string; message: string }) =>
  JSON.stringify({ level, msg: "a job failed", ...(err === undefined ? {} : { err }) });

it.each([
  ["an error", line(50, { type: "Error", message: "no" }), { words: "a job failed: no", final: false }],
  ["an error without a cause", line(50), { words: "a job failed", final: false }],
  [
    "a question without a recording",
    line(50, { type: "ModelUnavailable", message: "No recorded answer fits" }),
    { words: "a job failed: No recorded answer fits", final: true },
  ],
  ["no log line at all", "Segmentation fault", { words: "Segmentation fault", final: false }],
  ["a warning", line(40), undefined],
  ["an empty line", "  ", undefined],
])("the App's output is heard: %s", (_what, text, complaint) => {
  expect(appComplaint(text)).toEqual(complaint);
});
