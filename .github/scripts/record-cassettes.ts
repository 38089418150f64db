import type { StoppableModel } from "../../src/model/model-port.js";
import type { RoleModelOptions } from "../../src/model/role-model.js";
import { recordWith } from "../../src/sandbox/scripted-model/record-with.js";
import { scriptedAnswers } from "../../src/sandbox/scripted-model/scripted-answers.js";

export type Recording = Pick<RoleModelOptions, "clock"> & {
  /** Folder of answers written manually. */
  readonly scripts: string;
  /** Folder the recordings go to. */
  readonly cassettes: string;
  /** Puts the questions; every one that is put is recorded. */
  run(model: StoppableModel): Promise<void>;
};

/** Records what a run asks, from answers written manually: no key, no network. */
export async function recordCassettes({ scripts, cassettes, run, clock }: Recording): Promise<void> {
  const server = await scriptedAnswers(scripts);
  try {
    await run(recordWith(server, cassettes, { clock }));
  } finally {
    await server.close();
  }
}
