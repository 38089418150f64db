/**
 * What every handler can reach: memory (`state`), git, the clock, webhooks. One hub per forge, made in forge.ts.
 *
 * How the forge is laid out:
 *   server.ts      one HTTP request from socket to socket: route, interceptors, ETag, headers
 *   router.ts      method + path template -> route; routes.ts is the whole table
 *   context.ts     who is calling; access.ts what they may do
 *   routes/        one file per API area: thin, they read the request, call an operation, serialise
 *   operations/    one file per thing that happens (open a pull request, move a ref), shared by REST, GraphQL and git
 *   resources/     records -> GitHub's JSON, typed by GitHub's own description
 *   events.ts      webhook payloads; deliveries.ts sends, signs, logs and redelivers them
 *   graphql/       /api/graphql: GitHub's own schema, one object per type, mutations by way of the operations
 *   records/       the typed state; store/ keeps it on disk
 *   git/           the git command; smart-http.ts clone, fetch and push
 *   run-queue.ts   Actions runs wait here; who performs them comes from outside (perform-on-runner.ts)
 */
import type { ActionFiles } from "./action-files.js";
import { type Clock, instant } from "./clock.js";
import { createBareRepository, type GitRepository, openGitRepository } from "./git/git-repository.js";
import { createDownloads, type Downloads } from "./http/downloads.js";
import type { Interceptor } from "./http/interceptors.js";
import { createMutex } from "./mutex.js";
import type { ProfileTraits } from "./profile.js";
import type { RunRecord } from "./records/actions.js";
import type { RepositoryRecord } from "./records/repository.js";
import type { State } from "./records/state.js";
import { createRunQueue, type Performance, type RunQueue } from "./run-queue.js";
import type { Store } from "./store/open-store.js";
import type { Urls } from "./urls.js";
import type { Deliveries } from "./webhooks/deliveries.js";

/** Performs one attempt of a run. It records the progress through operations/record-run.ts. */
export type PerformRun = (hub: Hub, repository: RepositoryRecord, run: RunRecord) => Performance;

export type Hub = {
  readonly state: State;
  readonly urls: Urls;
  readonly clock: Clock;
  readonly interceptors: Interceptor[];
  readonly deliveries: Deliveries;
  readonly runs: RunQueue;
  readonly files: ActionFiles;
  readonly downloads: Downloads;
  perform(repository: RepositoryRecord, run: RunRecord): Performance;
  /** GitHub computes mergeability after the first query. "lazy" does the same. */
  readonly mergeability: "immediate" | "lazy";
  /** Requests per hour and token before 403. Undefined never refuses. */
  readonly rateLimit: number | undefined;
  /** GraphQL's points an hour per token; undefined is GitHub's number. */
  readonly graphqlRateLimit: number | undefined;
  /** How long a new run is missing in filtered listings, which GitHub answers from a search index. */
  readonly runIndexLagMs: number;
  /** Whether a field of a mutation sees what an earlier field of the same document made. On GitHub it may not. */
  readonly fieldsSeeEachOther: boolean;
  /** What its owner pays for: a private repository on the free plan has no rules and no protection. */
  readonly plan: "free" | "paid";
  /** The product that the forge behaves like. */
  readonly profile: ProfileTraits;
  now(): string;
  nextId(): number;
  /** Reports a change outside a request and outside `exclusive`. Both save by themselves. */
  changed(): void;
  /** Settles when every change that is visible now is saved, if the forge keeps data at all. */
  saved(): Promise<void>;
  /** Allows records to be changed in place until the returned function is called. */
  hold(): () => void;
  log(line: string): void;
  git(repository: RepositoryRecord): GitRepository;
  createGit(repository: RepositoryRecord): Promise<GitRepository>;
  dropGit(repository: RepositoryRecord): Promise<void>;
  /** One writer per repository at a time, for git and memory together. Its changes are saved together at the end. */
  exclusive<T>(repository: RepositoryRecord, task: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type HubParts = {
  readonly store: Store;
  readonly urls: Urls;
  readonly clock: Clock;
  readonly deliveries: Deliveries;
  readonly files: ActionFiles;
  readonly performRun: PerformRun;
  readonly interceptors: Interceptor[];
  readonly gitDirectory: (repository: RepositoryRecord) => string;
  readonly log: (line: string) => void;
  readonly mergeability: Hub["mergeability"];
  readonly rateLimit: number | undefined;
  readonly graphqlRateLimit: number | undefined;
  readonly runIndexLagMs: number;
  readonly fieldsSeeEachOther: boolean;
  readonly plan: Hub["plan"];
  readonly profile: ProfileTraits;
};

const RUNS_AT_ONCE = 2;

export async function createHub(parts: HubParts): Promise<Hub> {
  const { store, clock, gitDirectory } = parts;
  const open = new Map<number, GitRepository>();
  const mutex = createMutex();
  for (const repository of store.state.repositories.values()) {
    open.set(repository.id, await openGitRepository(gitDirectory(repository)));
  }
  const hub: Hub = {
    state: store.state,
    urls: parts.urls,
    clock,
    interceptors: parts.interceptors,
    deliveries: parts.deliveries,
    runs: createRunQueue(RUNS_AT_ONCE, parts.log),
    files: parts.files,
    downloads: createDownloads(parts.urls.origin, clock),
    perform: (repository, run) => parts.performRun(hub, repository, run),
    mergeability: parts.mergeability,
    rateLimit: parts.rateLimit,
    graphqlRateLimit: parts.graphqlRateLimit,
    runIndexLagMs: parts.runIndexLagMs,
    fieldsSeeEachOther: parts.fieldsSeeEachOther,
    plan: parts.plan,
    profile: parts.profile,
    log: parts.log,
    now: () => instant(clock()),
    nextId: () => store.nextId(),
    changed: () => store.changed(),
    saved: () => store.saved(),
    hold: () => store.hold(),
    git(repository) {
      const git = open.get(repository.id);
      if (git === undefined) throw new Error(`repository ${repository.id} has no git repository`);
      return git;
    },
    async createGit(repository) {
      await createBareRepository(gitDirectory(repository), repository.defaultBranch);
      const git = await openGitRepository(gitDirectory(repository));
      open.set(repository.id, git);
      return git;
    },
    async dropGit(repository) {
      await open.get(repository.id)?.close();
      open.delete(repository.id);
    },
    exclusive: (repository, task) => mutex(repository.id, () => store.transaction(repository.id, task)),
    async close() {
      await Promise.all([...open.values()].map((git) => git.close()));
      store.close();
    },
  };
  return hub;
}
