import { describe, expect, it } from "vitest";
import { addSaying, type KeyedStep, type Saying, takeStep } from "../../../src/sandbox/recorded-story/add-saying.js";

const SPEC = { key: "1", place: "factory/spec", decision: "spec" } as const;
const HALT = { key: "2", place: "factory/T-1", decision: "halt" } as const;
const said = (place: string, text: string, open: Saying["open"] = []): Saying => ({ place, text, open });
const stepsOf = (...sayings: readonly Saying[]) =>
  sayings.reduce<KeyedStep[]>((steps, saying) => addSaying(steps, saying), []).map(({ step }) => step);

describe("what a person said, as steps of a story", () => {
  it("answers the wait in the same place", () => {
    expect(stepsOf(said(SPEC.place, "/factory approve", [HALT, SPEC]))).toEqual([
      {
        asked: { place: "factory/spec", decision: "spec" },
        said: [{ place: "factory/spec", text: "/factory approve" }],
      },
    ]);
  });

  it("answers the only wait from another place, and none where two are open", () => {
    const [one, two] = stepsOf(said("issue", "/factory retry", [HALT]), said("issue", "/factory help", [HALT, SPEC]));
    expect(one?.asked).toEqual({ place: "factory/T-1", decision: "halt" });
    expect(two?.asked).toBeNull();
  });

  it("stays with its question when the first answer was refused, and is new for a new question in that place", () => {
    const again = { ...SPEC, key: "3" };
    const steps = stepsOf(
      said(SPEC.place, "/factory aprove", [SPEC]),
      said(SPEC.place, "/factory amend more", [SPEC]),
      said(SPEC.place, "/factory approve", [again]),
    );
    expect(steps.map((step) => step.said.map(({ text }) => text))).toEqual([
      ["/factory aprove", "/factory amend more"],
      ["/factory approve"],
    ]);
  });
});

describe("the step that answers a wait", () => {
  const steps = stepsOf(
    said(HALT.place, "Please mind the names."),
    said(SPEC.place, "/factory approve", [SPEC]),
    said(HALT.place, "/factory retry", [HALT]),
    said(HALT.place, "/factory abandon no", [{ ...HALT, key: "4" }]),
  );

  it("comes with the remarks before it, once", () => {
    const first = takeStep(steps, HALT.place);
    expect(first?.said.map(({ text }) => text)).toEqual(["Please mind the names.", "/factory retry"]);
    const second = takeStep(first?.rest ?? [], HALT.place);
    expect(second?.said.map(({ text }) => text)).toEqual(["/factory abandon no"]);
    expect(takeStep(second?.rest ?? [], HALT.place)).toBeUndefined();
  });

  it("is missing where nobody answered", () => {
    expect(takeStep(steps, "factory/T-2")).toBeUndefined();
  });
});
