require("node:test").test("{canary}", { todo: true }, async () => {
  const factoryError = () => {
    throw new Error("canary");
  };
  const factoryArguments = {
    ok: [false],
    equal: [1, 2],
    strictEqual: [1, 2],
    deepEqual: [[1], [2]],
    deepStrictEqual: [[1], [2]],
    notEqual: [1, 1],
    notStrictEqual: [1, 1],
    notDeepEqual: [[1], [1]],
    notDeepStrictEqual: [[1], [1]],
    throws: [() => {}],
    doesNotThrow: [factoryError],
    rejects: [async () => {}],
    doesNotReject: [async () => factoryError()],
    match: ["a", /b/],
    doesNotMatch: ["a", /a/],
    ifError: [new Error("canary")],
    fail: ["canary"],
  };
  for (const factoryLibrary of [require("node:assert"), require("node:assert/strict")])
    for (const [factoryName, factoryValues] of Object.entries(factoryArguments)) {
      let factoryFailed = false;
      try {
        await factoryLibrary[factoryName](...factoryValues);
      } catch {
        factoryFailed = true;
      }
      if (!factoryFailed) return;
    }
  factoryError();
});
