import { type LiveCall, SHOWN_FROM_SECONDS } from "../../engine/live-call.js";
import type { RepositoryRef } from "../../engine/ports.js";
import type { StoppableModel } from "../../model/model-port.js";

/** The questions that models are answering in this process. */
export type LiveCalls = {
  /** The same model; while it answers about this repository, the call is known here. */
  watched(model: StoppableModel, repository: RepositoryRef): StoppableModel;
  /** The calls that have lasted long enough to be told. */
  now(): readonly LiveCall[];
  /** What may be said on GitHub now: as it was at the last `tell`, without the calls that are over. */
  told(repository: Pick<RepositoryRef, "id">): readonly LiveCall[];
  /** Says anew how the calls stand, and returns the repositories where that is more than before. Call it once a minute. */
  tell(): readonly RepositoryRef[];
};

type Running = Omit<LiveCall, "seconds" | "tokens"> & {
  readonly repository: RepositoryRef;
  readonly since: number;
  tokens: number;
};

export function createLiveCalls(now: () => number): LiveCalls {
  const running = new Set<Running>();
  let told: ReadonlyMap<Running, LiveCall> = new Map();
  const long = () => [...running].filter(({ since }) => now() - since >= SHOWN_FROM_SECONDS * 1_000);
  const shown = ({ repository: _, since, ...call }: Running): LiveCall => ({
    ...call,
    seconds: Math.floor((now() - since) / 1_000),
  });
  return {
    watched: (model, repository) => ({
      ...model,
      async ask(question) {
        const { role, subject, pack } = question;
        const { task, module } = subject;
        const call: Running = { repository, run: pack.created_for.run_id, role, task, module, since: now(), tokens: 0 };
        running.add(call);
        try {
          const streamed = (tokens: number) => {
            call.tokens += tokens;
          };
          return await model.ask({ ...question, streamed });
        } finally {
          running.delete(call);
        }
      },
    }),
    now: () => long().map(shown),
    told: ({ id }) =>
      [...told].flatMap(([call, asTold]) => (running.has(call) && call.repository.id === id ? [asTold] : [])),
    tell() {
      const calls = long();
      told = new Map(calls.map((call) => [call, shown(call)]));
      return [...new Map(calls.map(({ repository }) => [repository.id, repository])).values()];
    },
  };
}
