import { describe, expect, it } from "vitest";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import type { Question, StoppableModel } from "../../../src/model/model-port.js";
import { createLiveCalls } from "../../../src/server/operation/live-calls.js";
import { projectFiles, pullsWith } from "../../support/halted.js";
import { label, planning } from "../../support/loop.js";
import { HERE, loopWorld } from "../../support/loop-world.js";

const CALL = {
  role: "proposer",
  subject: { task: "T-core-tags-normalise-001", module: "MM-0001", activity: "implement", attempt: 1 },
  pack: { created_for: { run_id: "3-T-core-tags-normalise-001-5" } },
} as unknown as Question<unknown>;

/** A model that answers when it is told to, and a clock. */
function slowModel() {
  let seconds = 0;
  const calls = createLiveCalls(() => seconds * 1_000);
  let streamed = (_: number) => {};
  let answer = () => {};
  const model: StoppableModel = {
    name: "slow",
    webSearch: { offered: false, why: "it is a fake" },
    ask: (question) => {
      streamed = (tokens) => question.streamed?.(tokens);
      return new Promise((resolve) => {
        answer = () => resolve({ kind: "refused", why: "enough", usage: [] });
      });
    },
  };
  return {
    calls,
    begin: () => calls.watched(model, HERE).ask(CALL),
    pass: (more: number) => {
      seconds += more;
    },
    stream: (tokens: number) => streamed(tokens),
    end: () => answer(),
  };
}

describe("a model call in progress", () => {
  it("is told with role, time and tokens as soon as it lasts five seconds, and no longer than it lasts", async () => {
    const { calls, begin, pass, stream, end } = slowModel();
    const asked = begin();
    stream(120);
    pass(4);
    expect(calls.now()).toEqual([]);
    pass(1);
    expect(calls.now()).toMatchObject([{ role: "proposer", module: "MM-0001", seconds: 5, tokens: 120 }]);
    stream(80);
    expect(calls.now()).toMatchObject([{ tokens: 200 }]);
    end();
    await asked;
    expect(calls.now()).toEqual([]);
  });

  it("changes the status comment once for each time that it is told, and leaves it with the call", async () => {
    const { calls, begin, pass, stream, end } = slowModel();
    const bodies: string[] = [];
    const files = new Map(projectFiles.map(({ path, text }) => [path, text]));
    const jobs = { start: () => {}, cancelAll: () => {} };
    const world = loopWorld({ state: planning, files }, jobs, (effect) => {
      if (effect.kind === "keep-comment") bodies.push(effect.body);
      return false;
    });
    world.see({ pulls: pullsWith({}), requests: [label] });
    const status = async () => {
      bodies.length = 0;
      await reconcile(HERE, { ...world.ports, calls: calls.told }, []);
      return bodies.at(-1);
    };
    const asked = begin();
    pass(70);
    stream(3_400);
    const before = await status();
    expect(before).not.toContain("**At work:**");
    expect(calls.tell()).toEqual([HERE]);
    const words =
      "**At work:** the proposer has been answering about MM-0001 for 1 min 10 s, about 3,400 tokens streamed";
    const told = await status();
    expect(told).toContain(words);
    pass(30);
    stream(900);
    expect(await status()).toBe(told);
    calls.tell();
    expect(await status()).toContain("for 1 min 40 s, about 4,300 tokens streamed");
    end();
    await asked;
    expect(await status()).toBe(before);
    expect(calls.tell()).toEqual([]);
  });
});
