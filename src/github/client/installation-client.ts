import { Octokit } from "@octokit/rest";
import type { Probot } from "probot";
import { z } from "zod";
import { hasStatus, PermissionNotGranted } from "../../domain/errors.js";
import type { Permissions } from "../../engine/effects/effect-row.js";
import type { RepositoryRef } from "../../engine/ports.js";
import { nameApiVersion } from "./api-version.js";
import { askCost } from "./ask-cost.js";
import type { GitHub, GitHubFor } from "./github.js";
import { onlyHere } from "./only-here.js";
import { redactRequest } from "./redact-request.js";
import { renewableToken, withRenewedToken } from "./renew-token.js";
import { requestPolicy } from "./request-policy.js";
import { type AnswerFacts, watchAnswers } from "./watch-answers.js";
import { createPace, createPaces, type Pace, type Timing } from "./write-limiter.js";

const Token = z.object({ token: z.string(), expires_at: z.string() });
/** A token lives an hour; one that is about to expire could do so in the middle of a step. */
const SPARE_MS = 5 * 60_000;

/** How clients reach GitHub, and their observers. */
export type ClientOptions = {
  readonly baseUrl: string;
  readonly timing: Timing;
  readonly limitWrites: boolean;
  /** A pace that replicas share, instead of one for this process. */
  readonly paceOf?: ((installation: number) => Pace) | undefined;
  /** A replacement for the runtime's own fetch, for a proxy. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Removes known secrets from everything that is written. */
  readonly redact?: (text: string) => string;
  readonly minted?: (token: string, untilMs: number) => void;
  readonly answered?: (answer: AnswerFacts, installation: number | null) => void;
};

/** Octokit's own log shows bodies, and logs an expected 404 as an error; the caller decides what is an error. */
function quiet(log: Probot["log"]) {
  return { debug: () => {}, info: () => {}, warn: (message: string) => log.warn(message), error: () => {} };
}

/**
 * Clients by repository and permission. Each token is for one repository and has only the permissions that the step
 * needs. No plugin repeats a write, because Probot's own would post a comment four times on a 502
 * (decisions.md#paced-writes).
 */
export async function installationClients(
  probot: Probot,
  {
    baseUrl,
    timing,
    limitWrites,
    paceOf = () => createPace(timing, { limitWrites }),
    fetch,
    redact = (text) => text,
    minted = () => {},
    answered = () => {},
  }: ClientOptions,
): Promise<GitHubFor> {
  const asApp = await probot.auth();
  asApp.hook.wrap(
    "request",
    watchAnswers((facts) => answered(facts, null)),
  );
  asApp.hook.wrap("request", readPolicy(timing));
  const paces = createPaces(paceOf);
  const kept = new Map<string, { readonly gitHub: Octokit; readonly until: number }>();
  return async ({ id, installation }: RepositoryRef, permissions) => {
    const key = JSON.stringify([id, Object.entries(permissions).sort()]);
    const known = kept.get(key);
    if (known !== undefined && timing.now() < known.until) return known.gitHub;
    const mintNext = async () => {
      const { token, expires_at } = await mint(asApp, { installation, repository: id, permissions });
      minted(token, Date.parse(expires_at));
      return { token, until: Date.parse(expires_at) - SPARE_MS };
    };
    const first = await mintNext();
    const token = renewableToken(first.token, async () => {
      const next = await mintNext();
      kept.set(key, { gitHub, until: next.until });
      return next.token;
    });
    const gitHub = new Octokit({
      baseUrl,
      log: quiet(probot.log),
      ...(fetch === undefined ? {} : { request: { fetch } }),
    });
    gitHub.hook.before("request", nameApiVersion);
    gitHub.hook.before("request", askCost);
    // The first hook is the innermost: every attempt is counted, and secrets are removed from each.
    gitHub.hook.wrap(
      "request",
      watchAnswers((facts) => answered(facts, installation)),
    );
    gitHub.hook.wrap("request", onlyHere(id));
    gitHub.hook.wrap("request", withRenewedToken(token, timing));
    gitHub.hook.wrap("request", requestPolicy(paces(installation), timing));
    gitHub.hook.wrap("request", redactRequest(redact));
    // GitHub refuses the token even when it is new: the next caller starts again.
    gitHub.hook.error("request", (error) => {
      if (hasStatus(error, 401)) kept.delete(key);
      throw error;
    });
    kept.set(key, { gitHub, until: first.until });
    return gitHub;
  };
}

/** For clients that create nothing: requests with the App's own key, and listings. */
function readPolicy(timing: Timing) {
  return requestPolicy(createPace(timing, { limitWrites: false }), timing);
}

/** GitHub answers 422 if the installation lacks a permission: a wait for a person, not a fault. */
async function mint(
  asApp: GitHub,
  asked: { readonly installation: number; readonly repository: number; readonly permissions: Permissions },
): Promise<z.infer<typeof Token>> {
  try {
    const { data } = await asApp.request("POST /app/installations/{installation_id}/access_tokens", {
      installation_id: asked.installation,
      repository_ids: [asked.repository],
      permissions: asked.permissions,
    });
    return Token.parse(data);
  } catch (error) {
    if (hasStatus(error, 422)) throw new PermissionNotGranted(asked.installation, asked.permissions, error);
    throw error;
  }
}

const Installations = z.array(z.object({ id: z.number(), suspended_at: z.string().nullable() }));
const Repositories = z.object({
  repositories: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      archived: z.boolean(),
      fork: z.boolean(),
      owner: z.object({ login: z.string() }),
    }),
  ),
});

/** Every repository of the App, for the sweep that replaces lost deliveries. */
export async function* installedRepositories(probot: Probot, timing: Timing): AsyncGenerator<RepositoryRef> {
  const asApp = await probot.auth();
  for (let page = 1; ; page += 1) {
    const installations = Installations.parse(
      (await asApp.request("GET /app/installations", { per_page: 100, page })).data,
    );
    for (const { id: installation, suspended_at } of installations) {
      if (suspended_at === null) yield* repositoriesOf(probot, installation, timing);
    }
    if (installations.length < 100) return;
  }
}

async function* repositoriesOf(probot: Probot, installation: number, timing: Timing): AsyncGenerator<RepositoryRef> {
  const gitHub = await probot.auth(installation);
  gitHub.hook.wrap("request", readPolicy(timing));
  for (let page = 1; ; page += 1) {
    const { data } = await gitHub.request("GET /installation/repositories", { per_page: 100, page });
    const { repositories } = Repositories.parse(data);
    for (const { id, name, owner, archived, fork } of repositories) {
      if (!archived && !fork) yield { id, installation, owner: owner.login, name };
    }
    if (repositories.length < 100) return;
  }
}

/** The login of the App's own comments. */
export async function ownLogin(probot: Probot, signal?: AbortSignal): Promise<string> {
  const asApp = await probot.auth();
  const { data } = await asApp.request("GET /app", signal === undefined ? {} : { request: { signal } });
  return `${z.object({ slug: z.string() }).parse(data).slug}[bot]`;
}
