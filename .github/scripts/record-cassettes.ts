import type { StoppableModel } from "../../src/model/model-port.js";
import type { RoleModelOptions } from "../../src/model/role-model.js";
import { recordWith } from "../../src/sandbox/scripted-model/record-with.js";
import { scriptedAnswers } from "../../src/sandbox/scripted-model/scripted-answers.js";

export type Recording = Pick<RoleModelOptions, "clock"> & {
  /** The folder of the manual answers. */
  readonly scripts: string;
  /** The folder for the recordings. */
  readonly cassettes: string;
  /** Asks the questions. Every one is recorded. */
  run(model: StoppableModel): Promise<void>;
};

/** Records the questions of a run with manual answers: no key, no network. */
export async function recordCassettes({ scripts, cassettes, run, clock }: Recording): Promise<void> {
  const server = await scriptedAnswers(scripts);
  try {
    await run(recordWith(server, cassettes, { clock }));
  } finally {
    await server.close();
  }
}
