import { describe, expect, it } from "vitest";
import { forecastCost, forecastProject } from "../../../src/features/budget/forecast.js";
import { aConfig } from "../../support/config.js";

const config = { ...aConfig(), concurrency: 1 };

describe("a project's forecast", () => {
  it("grows with its tasks in every dimension", () => {
    const [one, ten] = [forecastProject(1, config), forecastProject(10, config)];
    expect(ten.hours).toBeCloseTo(10 * one.hours);
    expect(ten.actions_minutes - one.actions_minutes).toBe(9 * 16);
    expect(ten.cost).toEqual(forecastCost(10, config));
  });

  it.each([
    [1, 2],
    [5, 2],
    [6, 3],
    [10, 3],
  ])("expects for %i tasks %i decisions: the approval, and one halt in five tasks", (tasks, decisions) => {
    expect(forecastProject(tasks, config).decisions).toBe(decisions);
  });

  it("takes less time, not less of anything else, where tasks go side by side", () => {
    const side = forecastProject(10, { ...config, concurrency: 5 });
    expect(side.hours).toBeCloseTo(forecastProject(2, config).hours);
    expect(side.actions_minutes).toBe(forecastProject(10, config).actions_minutes);
  });
});
