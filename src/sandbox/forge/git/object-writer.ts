/** Writes objects through long-lived git processes, without a process per object. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLineProcess } from "./line-process.js";
import type { TreeEntry } from "./objects.js";

export type ObjectWriter = {
  blob(content: Buffer): Promise<string>;
  /** Writes a commit or tag from its stored bytes. */
  object(type: "commit" | "tag", content: string): Promise<string>;
  /** Writes one level of a tree. git sorts the entries. */
  tree(entries: readonly TreeEntry[]): Promise<string>;
  close(): Promise<void>;
};

export function createObjectWriter(directory: string): ObjectWriter {
  const hashing = (type: string) =>
    createLineProcess(directory, ["hash-object", "-w", "--no-filters", "-t", type, "--stdin-paths"]);
  const processes = { blob: hashing("blob"), commit: hashing("commit"), tag: hashing("tag") };
  // mktree reads the list of packs only once. It must not reject objects that a later push has brought.
  const trees = createLineProcess(directory, ["mktree", "-z", "--batch", "--missing"]);
  const inbox = join(directory, "inbox");
  let next = 0;

  /** `hash-object` stays alive for files only, so the content goes through a file. */
  const write = async (type: keyof typeof processes, content: Buffer | string): Promise<string> => {
    next += 1;
    const file = join(inbox, String(next));
    await mkdir(inbox, { recursive: true });
    await writeFile(file, content);
    try {
      return await processes[type].ask(`${file}\n`);
    } finally {
      await rm(file);
    }
  };

  return {
    blob: (content) => write("blob", content),
    object: (type, content) => write(type, content),
    tree: (entries) =>
      trees.ask(`${entries.map(({ mode, type, sha, path }) => `${mode} ${type} ${sha}\t${path}\0`).join("")}\0`),
    close: async () => {
      await Promise.all([...Object.values(processes), trees].map((process) => process.close()));
    },
  };
}
