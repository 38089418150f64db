import { expect, it } from "vitest";
import { statesObservableBehavior } from "../../../../src/features/spec/criteria/observable-verbs.js";

it.each([
  "returns 404",
  "displays the list",
  "raises ValueError",
  "writes one row",
  "emits an event",
  "rejects empty titles",
  "validates the address",
  "must return 404",
  "an empty title is rejected",
  "the row was written",
  "an event was emitted",
  "keeps logging while offline",
  "retries three times",
  "a job is retried",
  "dispatching pushes the task",
  "the message was sent",
  "an order can be cancelled",
  "the button is hidden",
  "re-renders the page",
  "matches the schema",
  "the cache expires after an hour",
  "while validating input",
  "RETURNS 200",
])("the search for verbs sees observable behaviour in %j", (text) => {
  expect(statesObservableBehavior(text)).toBe(true);
});

it.each([
  "it works",
  "works as expected",
  "performs well",
  "good user experience",
  "handles errors",
  "the code is clear and complete",
  "no issues",
  "the team's goal",
  "a returner of things",
  "",
])("the search for verbs sees none in %j", (text) => {
  expect(statesObservableBehavior(text)).toBe(false);
});
