import { describe, expect, it } from "vitest";
import { consumersOf, consumersToReverify } from "../../../src/domain/index-entries/consumers.js";
import { anEntry } from "../../support/code-index.js";

const on = (module_id: string, ...dependencies: string[]) => anEntry({ module_id, dependencies });

describe("the consumers of a version", () => {
  const entries = [
    anEntry(),
    on("MM-0002", "MM-0001@^1.0.0"),
    on("MM-0003", "MM-0001@^2.0.0"),
    on("MM-0004", "MM-0009@^1.0.0"),
    anEntry({ module_id: "MM-0005", dependencies: ["MM-0001@>=1.0.0"], status: "DEPRECATED", notes: "old" }),
  ];

  it.each([
    ["MM-0001@1.0.0", ["MM-0002@1.0.0", "MM-0005@1.0.0"]],
    ["MM-0001@2.0.0", ["MM-0003@1.0.0", "MM-0005@1.0.0"]],
    ["MM-0004@1.0.0", []],
  ])("of %s are %j, inactive ones too", (ref, consumers) => {
    expect(consumersOf(entries, ref)).toEqual(consumers);
  });
});

describe("who is verified again", () => {
  const superseded = (version: string, superseded_by: string) =>
    anEntry({ version, status: "SUPERSEDED", superseded_by });
  const consumers = [
    on("MM-0002", "MM-0001@^1.0.0"),
    on("MM-0003", "MM-0001@>=1.0.0"),
    on("MM-0004", "MM-0009@^1.0.0"),
    anEntry({ module_id: "MM-0005", dependencies: ["MM-0001@^1.0.0"], status: "DEPRECATED", notes: "old" }),
  ];

  it("is every active consumer of any version after a new major one", () => {
    const entries = [superseded("1.0.0", "MM-0001@2.0.0"), anEntry({ version: "2.0.0" }), ...consumers];
    expect(consumersToReverify(entries, "MM-0001@2.0.0")).toEqual(["MM-0002@1.0.0", "MM-0003@1.0.0"]);
  });

  it.each(["1.0.1", "1.1.0"])("are nobody after %s", (version) => {
    const entries = [superseded("1.0.0", `MM-0001@${version}`), anEntry({ version }), ...consumers];
    expect(consumersToReverify(entries, `MM-0001@${version}`)).toEqual([]);
  });

  it("are nobody after a later version of the same major", () => {
    const entries = [
      superseded("1.0.0", "MM-0001@2.0.0"),
      superseded("2.0.0", "MM-0001@2.1.0"),
      anEntry({ version: "2.1.0" }),
      ...consumers,
    ];
    expect(consumersToReverify(entries, "MM-0001@2.1.0")).toEqual([]);
  });

  it("are nobody after a first version", () => {
    expect(consumersToReverify([anEntry(), ...consumers], "MM-0001@1.0.0")).toEqual([]);
  });
});
