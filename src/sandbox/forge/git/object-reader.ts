/** Reads objects through one long-lived `git cat-file --batch-command`, without a process per object. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { startGit } from "./run-git.js";

type GitObjectType = "commit" | "tree" | "blob" | "tag";
export type GitObjectInfo = { readonly sha: string; readonly type: GitObjectType; readonly size: number };
type GitObject = GitObjectInfo & { readonly content: Buffer };

export type ObjectReader = {
  info(name: string): Promise<GitObjectInfo | undefined>;
  read(name: string): Promise<GitObject | undefined>;
  close(): Promise<void>;
};

type Waiting = {
  readonly withContent: boolean;
  readonly resolve: (object: GitObject | undefined) => void;
  readonly reject: (error: Error) => void;
};

/** Only object names are accepted. The caller resolves refs, and revision syntax never reaches git. */
const OBJECT_NAME = /^[0-9a-f]{4,40}$/;

export function createObjectReader(directory: string): ObjectReader {
  let child: ChildProcessWithoutNullStreams | undefined;
  let chunks: Buffer[] = [];
  let arrived = 0;
  let needed = 0;
  const waiting: Waiting[] = [];

  const receive = (chunk: Buffer) => {
    chunks.push(chunk);
    arrived += chunk.length;
    if (arrived >= needed) drain();
  };

  const drain = () => {
    let buffer = Buffer.concat(chunks);
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const parsed = parseAnswer(buffer, next.withContent);
      needed = "needed" in parsed ? parsed.needed : 0;
      if ("needed" in parsed) break;
      buffer = buffer.subarray(parsed.consumed);
      waiting.shift();
      next.resolve(parsed.object);
    }
    chunks = [buffer];
    arrived = buffer.length;
  };

  const start = () => {
    const started = startGit(directory, ["cat-file", "--batch-command"]);
    started.stdout.on("data", receive);
    // The exit reports the error. A failed start and a broken pipe also lead to it.
    started.on("error", () => undefined);
    started.stdin.on("error", () => undefined);
    started.on("close", () => {
      child = undefined;
      chunks = [];
      arrived = 0;
      needed = 0;
      for (const { reject } of waiting.splice(0)) reject(new Error(`git cat-file ended in ${directory}`));
    });
    return started;
  };

  const ask = (name: string, withContent: boolean): Promise<GitObject | undefined> => {
    if (!OBJECT_NAME.test(name)) return Promise.resolve(undefined);
    child ??= start();
    const { stdin } = child;
    return new Promise((resolve, reject) => {
      waiting.push({ withContent, resolve, reject });
      stdin.write(`${withContent ? "contents" : "info"} ${name}\n`);
    });
  };

  return {
    info: (name) => ask(name, false),
    read: (name) => ask(name, true),
    close: () =>
      new Promise((resolve) => {
        if (child === undefined) return resolve();
        child.on("close", () => resolve());
        child.stdin.end();
      }),
  };
}

type Answer = { readonly object: GitObject | undefined; readonly consumed: number } | { readonly needed: number };

/**
 * Parses `<sha> <type> <size>\n<content>\n` or `<name> missing\n`. Returns the needed number of bytes while the answer
 * is incomplete.
 */
function parseAnswer(buffer: Buffer, withContent: boolean): Answer {
  const lineEnd = buffer.indexOf(0x0a);
  if (lineEnd === -1) return { needed: buffer.length + 1 };
  const [sha = "", type = "", sizeText] = buffer.toString("latin1", 0, lineEnd).split(" ");
  if (sizeText === undefined) return { object: undefined, consumed: lineEnd + 1 };
  const size = Number(sizeText);
  const object = { sha, type: type as GitObjectType, size, content: Buffer.alloc(0) };
  if (!withContent) return { object, consumed: lineEnd + 1 };
  const contentEnd = lineEnd + 1 + size;
  if (buffer.length < contentEnd + 1) return { needed: contentEnd + 1 };
  return {
    object: { ...object, content: Buffer.from(buffer.subarray(lineEnd + 1, contentEnd)) },
    consumed: contentEnd + 1,
  };
}
