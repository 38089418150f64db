/** Clone, fetch and push over HTTP: `/<owner>/<repo>.git/...`, with a token as Basic password. */
import { gunzipSync } from "node:zlib";
import { ZERO_SHA } from "../git/git-repository.js";
import { isConnected } from "../git/history.js";
import { FLUSH, pktLine } from "../git/pkt-line.js";
import { advertiseReceive, isPushable, type PushVerdict, parsePush, pushReport, unpack } from "../git/receive-pack.js";
import { runGit } from "../git/run-git.js";
import { findRepository } from "../lookup.js";
import { announceRefs } from "../operations/announce/announce-refs.js";
import { type RequestedUpdate, refuseUpdate } from "../operations/repository/apply-ref-updates.js";
import { checkRepositoryAccess, type RepositoryAccess } from "./access.js";
import type { Call, RepositoryCall } from "./call.js";
import { acting } from "./call.js";
import { GitHubError, notFound } from "./errors.js";
import type { Reply } from "./reply.js";

type Service = "git-upload-pack" | "git-receive-pack";

export type GitRequest = { readonly owner: string; readonly repo: string; readonly action: string };

const PULL: RepositoryAccess = { permissions: ["contents:read"], role: "read" };
const PUSH: RepositoryAccess = { permissions: ["contents:write"], role: "write" };

export function parseGitPath(path: string): GitRequest | undefined {
  const match = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(path);
  if (match?.[1] === undefined || match[2] === undefined || match[3] === undefined) return undefined;
  return { owner: decodeURIComponent(match[1]), repo: decodeURIComponent(match[2]), action: match[3] };
}

export async function handleGit(call: Call, request: GitRequest): Promise<Reply> {
  const service = serviceOf(call, request);
  const repository = findRepository(call.hub.state, request.owner, request.repo);
  const access = service === "git-receive-pack" ? PUSH : PULL;
  try {
    if (repository === undefined) throw notFound();
    checkRepositoryAccess(call.hub, call.caller, { repository, access, reads: access === PULL });
    const withRepository = { ...call, repository, git: call.hub.git(repository) };
    if (request.action === "info/refs") return await advertise(withRepository, service);
    if (service === "git-upload-pack") return await uploadPack(withRepository);
    return await call.hub.exclusive(repository, () => receivePack(withRepository));
  } catch (error) {
    if (error instanceof GitHubError && call.caller.kind === "anonymous") return askForCredentials();
    throw error;
  }
}

function serviceOf(call: Call, { action }: GitRequest): Service {
  const name = action === "info/refs" ? call.url.searchParams.get("service") : action;
  if (name === "git-upload-pack" || name === "git-receive-pack") return name;
  throw new GitHubError(403, "Please upgrade your git client.");
}

function askForCredentials(): Reply {
  const headers = { "content-type": "text/plain", "www-authenticate": 'Basic realm="GitHub"' };
  return { status: 401, headers, body: Buffer.from("Repository not found or authentication required.\n") };
}

function gitReply(service: Service, kind: "advertisement" | "result", body: Buffer): Reply {
  const headers = { "content-type": `application/x-${service}-${kind}`, "cache-control": "no-cache" };
  return { status: 200, headers, body };
}

async function advertise({ git, headers }: RepositoryCall, service: Service): Promise<Reply> {
  if (service === "git-receive-pack") return gitReply(service, "advertisement", advertiseReceive(git));
  const refs = await upload(git.directory, headers, ["--http-backend-info-refs"], Buffer.alloc(0));
  const banner = headers["git-protocol"]?.includes("version=2") ? [] : [pktLine(`# service=${service}\n`), FLUSH];
  return gitReply(service, "advertisement", Buffer.concat([...banner, refs]));
}

async function uploadPack({ git, headers, body }: RepositoryCall): Promise<Reply> {
  return gitReply("git-upload-pack", "result", await upload(git.directory, headers, [], plainBody(headers, body)));
}

async function upload(
  directory: string,
  headers: Readonly<Record<string, string>>,
  options: readonly string[],
  input: Buffer,
): Promise<Buffer> {
  const protocol = headers["git-protocol"];
  const env = protocol === undefined ? {} : { GIT_PROTOCOL: protocol };
  const { stdout } = await runGit(directory, ["upload-pack", "--stateless-rpc", ...options, "."], { input, env });
  // upload-pack exits with a non-zero code when a client disconnects early. Its message is in the output.
  return stdout;
}

const plainBody = (headers: Readonly<Record<string, string>>, body: Buffer) =>
  headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;

/** Each ref is checked separately, unless the client asked for all or nothing. */
async function receivePack(call: RepositoryCall): Promise<Reply> {
  const push = parsePush(plainBody(call.headers, call.body));
  const unpacked = await unpack(call.git, push.pack);
  const updates = push.updates.map((update): RequestedUpdate => ({ ...update, force: true }));
  const judged = await Promise.all(updates.map((requested) => judge(call, requested, unpacked)));
  const allOrNothing = push.capabilities.has("atomic") && judged.some(({ refusal }) => refusal !== null);
  const verdicts: PushVerdict[] = [];
  for (const [index, requested] of updates.entries()) {
    const refusal = judged[index]?.refusal ?? (allOrNothing ? "atomic push failed" : await perform(call, requested));
    verdicts.push({ ref: requested.ref, refusal });
  }
  return gitReply("git-receive-pack", "result", pushReport(push, unpacked, verdicts));
}

async function judge(call: RepositoryCall, requested: RequestedUpdate, unpacked: string | null): Promise<PushVerdict> {
  const { hub, git, repository } = call;
  const refused = (refusal: string): PushVerdict => ({ ref: requested.ref, refusal });
  if (unpacked !== null) return refused("unpacker error");
  if (!isPushable(requested.ref)) return refused("deny updating a hidden ref");
  if (requested.after !== ZERO_SHA && !(await isConnected(git.directory, [requested.after])))
    return refused("missing necessary objects");
  const refusal = await refuseUpdate(hub, acting(call), repository, requested);
  if (refusal === undefined) return { ref: requested.ref, refusal: null };
  return refused(
    refusal.reason === "protected" ? `protected branch hook declined: ${refusal.message}` : refusal.message,
  );
}

/** The ref may have moved since the client read it. Then its push is stale. */
async function perform(call: RepositoryCall, requested: RequestedUpdate): Promise<string | null> {
  if (!(await call.git.updateRefs([requested]))) return "failed to update ref";
  await announceRefs(call.hub, acting(call), call.repository, [requested]);
  return null;
}
