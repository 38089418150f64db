test("{canary}", async () => {
  const factoryError = () => {
    throw new Error("canary");
  };
  const factoryChecks = [
    () => expect(1).toBe(2),
    () => expect([1]).toEqual([2]),
    () => expect([1]).toStrictEqual([2]),
    () => expect(1).not.toBe(1),
    () => expect([1]).not.toEqual([1]),
    () => expect(0).toBeTruthy(),
    () => expect(1).toBeFalsy(),
    () => expect(1).toBeUndefined(),
    () => expect(undefined).toBeDefined(),
    () => expect(1).toBeNull(),
    () => expect("a").toMatch(/b/),
    () => expect({}).toMatchObject({ a: 1 }),
    () => expect([1]).toContain(2),
    () => expect([]).toContainEqual(1),
    () => expect([1]).toHaveLength(2),
    () => expect({}).toHaveProperty("a"),
    () => expect(1).toBeGreaterThan(2),
    () => expect(2).toBeLessThan(1),
    () => expect({}).toBeInstanceOf(Error),
    () => expect(() => {}).toThrow(),
    () => expect(factoryError).not.toThrow(),
    () => expect(Promise.resolve(1)).resolves.toBe(2),
    () => expect(Promise.resolve(1)).rejects.toThrow(),
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
