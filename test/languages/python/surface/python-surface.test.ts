import { describe, expect, it } from "vitest";
import "../../../../src/languages/grammars/all-loaded.js";
import type { Contract } from "../../../../src/domain/contract/contract.js";
import { difference } from "../../../../src/domain/contract/difference.js";
import { dimensionsOf } from "../../../../src/domain/contract/dimensions.js";
import { describeDifferences } from "../../../../src/features/halts/escalation/dimension-differences.js";
import { shippedSurface } from "../../../../src/jobs/shipping/ship-surface.js";
import { aContract } from "../../../support/contract.js";

const SYNC = { sync: true, async: false, notes: "Returns at once." };

/** What ship finds: the dimensions that differ, and what it could not judge. */
async function shipped(source: string | Record<string, string>, fields: Partial<Contract> = {}) {
  const contract = aContract({
    entry: "src/minutes.py",
    creates: ["minutes_for"],
    inputs: [{ name: "words", type: "int", constraints: [] }],
    outputs: [{ name: "minutes", type: "float", invariants: [] }],
    modes: SYNC,
    ...fields,
  });
  const files = new Map(Object.entries(typeof source === "string" ? { [contract.entry]: source } : source));
  const tree = {
    blobs: new Map([...files.keys()].map((path) => [path, "0".repeat(40)])),
    read: async (path: string) => files.get(path),
  } as unknown as Parameters<typeof shippedSurface>[0]["tree"];
  const surface = await shippedSurface({ tree }, contract, () => Promise.reject(new Error("nothing is compiled here")));
  if (!surface.ok || surface.value.actual === null) throw new Error("the surface of Python was not read");
  const found = describeDifferences(difference(dimensionsOf(contract), surface.value.actual));
  return { found: found.map(({ dimension }) => dimension), ...surface.value };
}

describe("ship's interface check of Python", () => {
  it.each<[string, string, Partial<Contract>?]>([
    ["annotated", "def minutes_for(words: int) -> float:\n    return words / 200\n"],
    ["wider", "def minutes_for(words: int | str, rate: int = 200) -> int:\n    return 1\n"],
    [
      "optional by name",
      "from typing import Optional\ndef minutes_for(words: Optional[int]) -> float:\n    return 1\n",
    ],
    ["without annotations", "def minutes_for(words):\n    return words / 200\n"],
    ["decorated", "import functools\n@functools.cache\ndef minutes_for(*args):\n    return 1\n"],
    [
      "asynchronous",
      "async def minutes_for(words: int) -> float:\n    return 1.0\n",
      { modes: { sync: false, async: true, notes: "Waits." } },
    ],
    ["of types that are declared elsewhere", "def minutes_for(words: Words) -> Minutes:\n    return 1\n"],
  ])("lets a function ship that is %s", async (_, source, fields = {}) => {
    expect((await shipped(source, fields)).found).toEqual([]);
  });

  it.each<[string, string, string[]]>([
    ["takes another type", "def minutes_for(words: str) -> float:\n    return 1\n", ["inputs"]],
    ["demands more", "def minutes_for(words: int, rate: int) -> float:\n    return 1\n", ["inputs"]],
    ["takes nothing", "def minutes_for() -> float:\n    return 1\n", ["inputs"]],
    ["returns another type", "def minutes_for(words: int) -> str:\n    return ''\n", ["outputs"]],
    ["waits", "async def minutes_for(words: int) -> float:\n    return 1\n", ["modes"]],
  ])("finds that a function %s", async (_, source, dimensions) => {
    expect((await shipped(source)).found).toEqual(dimensions);
  });

  it("names a promised export that is missing", async () => {
    expect((await shipped("def other():\n    pass\n")).missing).toEqual(["minutes_for"]);
  });

  it("follows a package to the file that declares the function", async () => {
    const files = {
      "src/minutes/__init__.py": "from .core import minutes_for\n",
      "src/minutes/core.py": "def minutes_for(words: str) -> float:\n    return 1\n",
    };
    const { found, evidence } = await shipped(files, { entry: "src/minutes/__init__.py" });
    expect(found).toEqual(["inputs"]);
    expect(evidence.exports).toEqual([{ name: "minutes_for", signature: "(words: str) -> float" }]);
  });
});
