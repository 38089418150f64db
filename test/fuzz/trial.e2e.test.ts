import { afterEach, describe, expect, it } from "vitest";
import { ALLOWED, startTrial, type Trial } from "./trial.js";

const MISBEHAVING = new URL("misbehaving-parsers.ts", import.meta.url);

let trial: Trial | undefined;
afterEach(() => trial?.stop());

/** Each in a process that nothing has been done to. */
async function whyOf(parser: string, cpuMs = ALLOWED.cpuMs): Promise<string | undefined> {
  trial = await startTrial(MISBEHAVING, { ...ALLOWED, cpuMs });
  return (await trial.tryInput(parser, "a"))?.why;
}

describe("what a parser must not do is noticed", () => {
  it.each([
    ["throwing", /^threw SyntaxError/],
    ["giving every object a property", /^changed a prototype$/],
    ["giving another value to a property that every object has", /^changed a prototype$/],
  ])("%s", async (parser, why) => {
    expect(await whyOf(parser)).toMatch(why);
  });

  it("taking long", async () => {
    // So little is allowed that it is exceeded on the slowest machine as well.
    expect(await whyOf("taking long", 10)).toMatch(/^took \d+ ms of the processor$/);
  });

  // They also take long: here that is allowed.
  it.each([
    ["returning 512 MiB of buffers", /^took 512 MiB of buffers$/],
    ["filling 300 MiB of buffers and dropping them", /^(?:took|let the process grow by) 3\d\d MiB/],
    ["holding 300 MiB of objects and dropping them", /^held more than 64 MiB of the heap at once$/],
  ])("%s", async (parser, why) => {
    expect(await whyOf(parser, 60_000)).toMatch(why);
  });

  it("and nothing is said about one that does none of it, or that only leaves garbage", async () => {
    expect(await whyOf("nothing")).toBeUndefined();
    await trial?.stop();
    expect(await whyOf("leaving 300 MiB of garbage, never holding much", 60_000)).toBeUndefined();
  });

  it("also in the process that follows one that died of it", async () => {
    expect(await whyOf("holding 300 MiB of objects and dropping them", 60_000)).toMatch(/^held/);
    expect(await trial?.tryInput("nothing", "a")).toBeNull();
  });
});
