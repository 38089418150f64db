/** The server's half of `git push`: the refs it offers, the client's commands, and the report. */
import type { GitRepository, RefUpdate } from "./git-repository.js";
import { ZERO_SHA } from "./git-repository.js";
import { FLUSH, pktLine, readSection, sideband } from "./pkt-line.js";
import { runGit } from "./run-git.js";

const CAPABILITIES =
  "report-status delete-refs side-band-64k quiet atomic ofs-delta object-format=sha1 agent=git/forge";

export type PushRequest = {
  readonly updates: readonly RefUpdate[];
  readonly capabilities: ReadonlySet<string>;
  readonly pack: Buffer;
};

/** `null` accepts an update; a text is the reason of a refusal. */
export type PushVerdict = { readonly ref: string; readonly refusal: string | null };

/** The refs of pull requests are read and never pushed, so they are not offered. */
export const isPushable = (ref: string): boolean => ref.startsWith("refs/heads/") || ref.startsWith("refs/tags/");

export function advertiseReceive(git: GitRepository): Buffer {
  const lines = [...git.refs].filter(([ref]) => isPushable(ref)).map(([ref, sha]) => `${sha} ${ref}`);
  const [first = `${ZERO_SHA} capabilities^{}`, ...rest] = lines;
  return Buffer.concat([
    pktLine("# service=git-receive-pack\n"),
    FLUSH,
    pktLine(`${first}\0${CAPABILITIES}\n`),
    ...rest.map((line) => pktLine(`${line}\n`)),
    FLUSH,
  ]);
}

export function parsePush(body: Buffer): PushRequest {
  const { lines, rest } = readSection(body);
  let capabilities = new Set<string>();
  const updates: RefUpdate[] = [];
  for (const line of lines) {
    const [command = "", listed] = line.toString("utf8").replace(/\n$/, "").split("\0");
    if (listed !== undefined) capabilities = new Set(listed.trim().split(" "));
    const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/.exec(command);
    // Other lines are `shallow` and `push-cert`. The connectivity check makes the first harmless, and the second is not
    // offered.
    if (match?.[1] !== undefined && match[2] !== undefined && match[3] !== undefined) {
      updates.push({ before: match[1], after: match[2], ref: match[3] });
    }
  }
  return { updates, capabilities, pack: rest };
}

/** Stores the objects. They are invisible until a ref names them, so a refused push leaves nothing behind. */
export async function unpack(git: GitRepository, pack: Buffer): Promise<string | null> {
  if (pack.length === 0) return null;
  const { code, stderr } = await runGit(git.directory, ["index-pack", "--stdin", "--fix-thin", "--strict"], {
    input: pack,
  });
  return code === 0 ? null : stderr.trim().split("\n")[0] || "index-pack failed";
}

export function pushReport(
  { capabilities }: PushRequest,
  unpacked: string | null,
  verdicts: readonly PushVerdict[],
): Buffer {
  if (!capabilities.has("report-status")) return FLUSH;
  const report = Buffer.concat([
    pktLine(`unpack ${unpacked ?? "ok"}\n`),
    ...verdicts.map(({ ref, refusal }) => pktLine(refusal === null ? `ok ${ref}\n` : `ng ${ref} ${refusal}\n`)),
    FLUSH,
  ]);
  return capabilities.has("side-band-64k") ? Buffer.concat([sideband(report), FLUSH]) : report;
}
