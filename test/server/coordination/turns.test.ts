import { describe, expect, it } from "vitest";
import { createTurns } from "../../../src/server/coordination/turns.js";

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("turns", () => {
  it("run one after the other for one key, in the order of the requests", async () => {
    const turns = createTurns<number>();
    const seen: string[] = [];
    const act = (name: string) => async () => {
      seen.push(`${name} begins`);
      await pause();
      seen.push(`${name} ends`);
      return name;
    };
    expect(await Promise.all([turns(1, act("a")), turns(1, act("b"))])).toEqual(["a", "b"]);
    expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  });

  it("do not wait for another key's", async () => {
    const turns = createTurns<number>();
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const first = turns(1, () => held);
    expect(await turns(2, async () => "at once")).toBe("at once");
    end();
    await first;
  });

  it("run although the one before failed, and its caller gets the error", async () => {
    const turns = createTurns<number>();
    const first = turns(1, () => Promise.reject(new Error("broken")));
    const second = turns(1, async () => "fine");
    await expect(first).rejects.toThrow("broken");
    expect(await second).toBe("fine");
  });
});
