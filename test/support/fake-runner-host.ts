import { randomBytes } from "node:crypto";
import { accept, refuse } from "../../src/domain/refusal.js";
import { PROFILES } from "../../src/sandbox/forge/profile.js";
import { createConcurrencyGroups } from "../../src/sandbox/runner/concurrency-groups.js";
import type { ArtifactUpload, RunnerHost, TokenRequest } from "../../src/sandbox/runner/host.js";
import type { Annotation, Conclusion, RunEvent } from "../../src/sandbox/runner/run-event.js";
import type { TempRepository } from "./temp-repository.js";

type MintedToken = TokenRequest & { readonly token: string; readonly revoked: boolean };

/** A fake host that keeps everything in memory and serves one real git repository. It records every call. */
export type FakeRunnerHost = RunnerHost & {
  readonly events: RunEvent[];
  readonly tokens: MintedToken[];
  readonly stored: (ArtifactUpload & { readonly id: number })[];
  /** Folders served for `owner/repo/path@ref`. */
  readonly served: Map<string, string>;
  readonly log: (job: string) => string;
  readonly annotations: () => Annotation[];
  readonly stepConclusions: (job: string) => Record<number, Conclusion>;
  readonly summary: (job: string) => string;
};

export function createFakeRunnerHost(
  repository: TempRepository,
  options: { readonly cloneUrl?: (name: string) => string } = {},
): FakeRunnerHost {
  const events: RunEvent[] = [];
  const tokens: MintedToken[] = [];
  const stored: (ArtifactUpload & { readonly id: number })[] = [];
  const served = new Map<string, string>();
  const of = <K extends RunEvent["kind"]>(kind: K): Extract<RunEvent, { kind: K }>[] =>
    events.filter((event): event is Extract<RunEvent, { kind: K }> => event.kind === kind);
  return {
    platform: PROFILES["github.com"],
    urls: { server: "http://127.0.0.1:9", api: "http://127.0.0.1:9/api/v3", graphql: "http://127.0.0.1:9/api/graphql" },
    readFile: async ({ commit, path }) => {
      const listed = repository.git("ls-tree", "--name-only", commit, "--", path);
      return listed === "" ? undefined : `${repository.git("show", `${commit}:${path}`)}\n`;
    },
    cloneUrl: options.cloneUrl ?? (() => repository.folder),
    resolveAction: async ({ repository: name, path, ref }) => served.get(`${name}/${path}@${ref}`),
    mintToken: async (request) => {
      const token = `ghs_${randomBytes(18).toString("hex")}`;
      tokens.push({ ...request, token, revoked: false });
      return token;
    },
    revokeToken: async (token) => {
      const index = tokens.findIndex((minted) => minted.token === token);
      const minted = tokens[index];
      if (minted !== undefined) tokens[index] = { ...minted, revoked: true };
    },
    storeArtifact: async (upload) => {
      const same = stored.findIndex(({ run, name }) => run === upload.run && name === upload.name);
      if (same !== -1 && !upload.overwrite) return refuse("artifact-exists", `${upload.name} exists already`);
      if (same !== -1) stored.splice(same, 1);
      const id = 100 + stored.length;
      stored.push({ ...upload, id });
      return accept({ id, name: upload.name });
    },
    listArtifacts: async (run) => stored.filter((artifact) => artifact.run === run),
    readArtifact: async (id) => stored.find((artifact) => artifact.id === id)?.zip ?? new Uint8Array(),
    concurrency: createConcurrencyGroups(),
    report: (event) => void events.push(event),
    events,
    tokens,
    stored,
    served,
    log: (job) =>
      of("log")
        .filter((event) => event.job === job)
        .map((event) => event.line)
        .join("\n"),
    annotations: () => of("annotation").map((event) => event.annotation),
    stepConclusions: (job) =>
      Object.fromEntries(
        of("step-finished").flatMap((event) => (event.job === job ? [[event.step, event.conclusion]] : [])),
      ),
    summary: (job) => of("job-finished").find((event) => event.job === job)?.summary ?? "",
  };
}
