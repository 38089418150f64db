import { expect as factoryCanaryExpect, test as factoryCanaryTest } from "vitest";

factoryCanaryTest("{canary}", async () => {
  const factoryError = () => {
    throw new Error("canary");
  };
  const factoryChecks = [
    () => factoryCanaryExpect(1).toBe(2),
    () => factoryCanaryExpect([1]).toEqual([2]),
    () => factoryCanaryExpect([1]).toStrictEqual([2]),
    () => factoryCanaryExpect(1).not.toBe(1),
    () => factoryCanaryExpect([1]).not.toEqual([1]),
    () => factoryCanaryExpect(0).toBeTruthy(),
    () => factoryCanaryExpect(1).toBeFalsy(),
    () => factoryCanaryExpect(1).toBeUndefined(),
    () => factoryCanaryExpect(undefined).toBeDefined(),
    () => factoryCanaryExpect(1).toBeNull(),
    () => factoryCanaryExpect("a").toMatch(/b/),
    () => factoryCanaryExpect({}).toMatchObject({ a: 1 }),
    () => factoryCanaryExpect([1]).toContain(2),
    () => factoryCanaryExpect([]).toContainEqual(1),
    () => factoryCanaryExpect([1]).toHaveLength(2),
    () => factoryCanaryExpect({}).toHaveProperty("a"),
    () => factoryCanaryExpect(1).toBeGreaterThan(2),
    () => factoryCanaryExpect(2).toBeLessThan(1),
    () => factoryCanaryExpect({}).toBeInstanceOf(Error),
    () => factoryCanaryExpect(() => {}).toThrow(),
    () => factoryCanaryExpect(factoryError).not.toThrow(),
    () => factoryCanaryExpect(Promise.resolve(1)).resolves.toBe(2),
    () => factoryCanaryExpect(Promise.resolve(1)).rejects.toThrow(),
  ];
  for (const factoryCheck of factoryChecks) {
    let factoryFailed = false;
    try {
      await factoryCheck();
    } catch {
      factoryFailed = true;
    }
    if (!factoryFailed) return;
  }
  factoryError();
});
