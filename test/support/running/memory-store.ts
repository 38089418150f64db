/** A state branch in memory. */

import { STATE_PATH } from "../../../src/domain/gates/state-paths.js";
import { sha256 } from "../../../src/domain/hash.js";
import type { Sha } from "../../../src/domain/ids.js";
import { FactoryState } from "../../../src/engine/factory-state.js";
import type { StateStore } from "../../../src/engine/ports.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { type Beginning, readState } from "./running-product.js";

export async function memoryStore(beginning: Beginning): Promise<StateStore> {
  const files = new Map([...beginning.files, [STATE_PATH, writeYaml(beginning.state, FactoryState)]]);
  let commits = 0;
  const head = (): Sha => sha256(`state ${commits}`).slice(0, 40);
  return {
    recall: () => undefined,
    forget: () => {},
    load: async () => ({ kind: "loaded", head: head(), state: readState(files.get(STATE_PATH) ?? "") }),
    read: async (_, __, paths) =>
      new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path) ?? ""] as const] : []))),
    readBlob: () => Promise.reject(new Error("nothing reads blobs here")),
    async commit(_, commit) {
      if (commit.expectedHead !== head()) return { kind: "lost-race" };
      for (const { path, text } of commit.files) files.set(path, text);
      commits += 1;
      return { kind: "committed", head: head() };
    },
  };
}
