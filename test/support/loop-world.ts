/** A state branch and a GitHub in memory, to run whole reconciles and inspect them. */
import type { Effect } from "../../src/engine/effects/effect.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import { FactoryState as FactoryStateSchema } from "../../src/engine/factory-state.js";
import type { Observed } from "../../src/engine/observation.js";
import type { Jobs, RepositoryRef } from "../../src/engine/ports.js";
import type { Ports } from "../../src/engine/reconcile/reconcile-ports.js";
import { readYaml } from "../../src/yaml/yaml.js";
import { NOW } from "./loop.js";
import { HEAD, observed } from "./observed.js";

export const HERE: RepositoryRef = { id: 7, installation: 1, owner: "acme", name: "product" };

export type LoopWorld = {
  readonly ports: Ports;
  /** Sets what is observed from now on. */
  see(seen: Partial<Observed>): void;
  state(): FactoryState;
  /** The effects that were performed since the last call. */
  performed(): Effect["kind"][];
};

export function loopWorld(
  start: { readonly state: FactoryState; readonly files: ReadonlyMap<string, string> },
  jobs: Jobs,
  act: (effect: Effect) => boolean = () => false,
): LoopWorld {
  const files = new Map(start.files);
  let { state } = start;
  let seen: Partial<Observed> = {};
  let done: Effect["kind"][] = [];
  return {
    see: (next) => {
      seen = next;
    },
    state: () => state,
    performed() {
      const kinds = done;
      done = [];
      return kinds;
    },
    ports: {
      jobs,
      clock: { now: () => NOW },
      setupKit: null,
      backOff: async () => {},
      state: {
        recall: () => undefined,
        forget: () => {},
        load: async () => ({ kind: "loaded", head: HEAD, state }),
        read: async (_, __, paths) =>
          new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path) ?? ""] as const] : []))),
        readBlob: () => Promise.reject(new Error("nothing reads blobs here")),
        async commit(_, commit) {
          for (const { path, text } of commit.files) files.set(path, text);
          const read = readYaml("state", files.get(".factory/state.yml") ?? "", FactoryStateSchema);
          if (!read.ok) throw new Error(read.refusal.message);
          state = read.value;
          return { kind: "committed", head: HEAD };
        },
      },
      forge: {
        observe: async () => observed(seen),
        async perform(_, effect) {
          done.push(effect.kind);
          return act(effect);
        },
      },
    },
  };
}
