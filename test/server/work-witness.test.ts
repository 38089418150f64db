import { afterEach, expect, it } from "vitest";
import { describeOnPostgres } from "../support/postgres.js";
import { draftJob, held, type Replica, repository, startReplica } from "../support/replica.js";
import { until } from "../support/until.js";
import { connectingAs, type WorkWitness, watchWork } from "../support/work-witness.js";

describeOnPostgres("the witness of a replica's work", (postgres) => {
  const open: (Replica | { stop(): Promise<void> })[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.stop();
  });
  async function witnessOf(url: string): Promise<WorkWitness> {
    const witness = await watchWork(url);
    open.push({ stop: () => witness.close() });
    return witness;
  }

  it("sees a reconcile while it is in progress, and none of other replicas", async () => {
    const url = await postgres().createDatabase();
    const work = held();
    const reconcile = async () => {
      await work.hold();
      return { kind: "settled" } as const;
    };
    const busy = await startReplica(connectingAs(url, "busy"), { reconcile });
    open.push(busy);
    const witness = await witnessOf(url);
    expect(await witness.heldBy("busy")).toEqual([]);
    await busy.trigger([repository(1)]);
    await until("the reconcile", () => work.count() === 1);
    expect(await witness.heldBy("busy")).toEqual(["reconcile of product-1"]);
    expect(await witness.heldBy("idle")).toEqual([]);
    work.endHold();
    await busy.idle();
    expect(await witness.heldBy("busy")).toEqual([]);
  });

  it("sees a job beside the loop until its result is there", async () => {
    const url = await postgres().createDatabase();
    const work = held();
    let pending = true;
    const replica = await startReplica(connectingAs(url, "busy"), {
      runJob: async () => {
        await work.hold();
        return { events: [], files: [] };
      },
      reconcile: async (where, jobs) => {
        if (pending) await jobs.start(where, draftJob("draft-1"));
        pending = false;
        return { kind: "settled" };
      },
    });
    open.push(replica);
    const witness = await witnessOf(url);
    await replica.trigger([repository(1)]);
    await until("the job", () => work.count() === 1);
    await replica.idle();
    expect(await witness.heldBy("busy")).toEqual(["draft-1 of product-1"]);
    work.endHold();
    await until("its end", async () => (await witness.heldBy("busy")).length === 0);
  });
});
