import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { Probot } from "probot";
import { z } from "zod";
import { gatherDoctorFacts } from "../adapters/github/gather-doctor-facts.js";
import { installationClients, installedRepositories, ownLogin } from "../adapters/github/installation-client.js";
import { createInstallationLookup, installationFacts } from "../adapters/github/installation-facts.js";
import { createRemembered } from "../adapters/github/remembered.js";
import { hasStatus } from "../adapters/github/stale-data.js";
import type { Timing } from "../adapters/github/write-limiter.js";
import { diagnose } from "../doctor/diagnose.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { apiUrl, rawUrl } from "../env.js";
import { loadSetupKit } from "../load-setup-kit.js";
import type { RepositoryRef } from "../ports.js";
import { type DoctorEnv, readDoctorEnv } from "./doctor-environment.js";
import { doctorText, type Examined } from "./doctor-text.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { paintFor } from "./paint.js";
import { readRepositoryOptions } from "./repository-options.js";

export async function runDoctor(args: readonly string[]): Promise<ExitCode> {
  const request = readRepositoryOptions(args);
  const env = readDoctorEnv(process.env);
  const problem = request.ok ? (env.ok ? undefined : env.refusal) : request.refusal;
  if (problem !== undefined || !request.ok || !env.ok) return complain(problem?.message ?? "");
  const examined = await examineAll(env.value, request.value.where);
  if (!examined.ok) return complain(examined.refusal.message);
  const paint = paintFor(process.stdout, process.env);
  process.stdout.write(
    request.value.json ? `${JSON.stringify(examined.value, null, 2)}\n` : doctorText(examined.value, paint),
  );
  const stopped = examined.value.some(({ findings }) => findings.some(({ level }) => level === "error"));
  return stopped ? EXIT.failed : EXIT.ok;
}

function complain(message: string): ExitCode {
  process.stderr.write(`factory doctor: ${message}\n`);
  return EXIT.badInput;
}

async function examineAll(env: DoctorEnv, where: string): Promise<Outcome<Examined[]>> {
  const log = pino({ level: "silent" });
  const probot = new Probot({ appId: env.APP_ID, privateKey: env.PRIVATE_KEY, baseUrl: apiUrl(env), log });
  const asApp = await probot.auth();
  const timing = { now: Date.now, sleep: (ms: number) => sleep(ms) };
  const found = where === "." ? accept(await all(probot, timing)) : await named(asApp, where);
  if (!found.ok) return found;
  const gitHubFor = await installationClients(probot, { baseUrl: apiUrl(env), timing, limitWrites: true });
  const kit = env.ACTION_REF === undefined ? null : await loadSetupKit(env.ACTION_REF, rawUrl(env));
  const installationOf = createInstallationLookup(asApp, Date.now);
  const login = await ownLogin(probot);
  const examined: Examined[] = [];
  for (const repository of found.value) {
    const facts = await gatherDoctorFacts({
      gitHubFor,
      repository,
      ownLogin: login,
      remembered: createRemembered(),
      installation: await installationOf(repository.installation),
      gatesWorkflow: kit?.workflow ?? null,
    });
    examined.push({ repository: facts.repository.fullName, findings: diagnose(facts) });
  }
  return accept(examined);
}

async function all(probot: Probot, timing: Timing): Promise<RepositoryRef[]> {
  const repositories: RepositoryRef[] = [];
  for await (const repository of installedRepositories(probot, timing)) repositories.push(repository);
  return repositories;
}

/** The App's key opens the installation; only the installation's own token opens the repository. */
async function named(asApp: Awaited<ReturnType<Probot["auth"]>>, where: string): Promise<Outcome<RepositoryRef[]>> {
  const [owner = "", repo = "", ...more] = where.split("/");
  if (repo === "" || more.length > 0) return refuse("arguments", `${where} is not owner/name`);
  try {
    const { data } = await asApp.request("GET /repos/{owner}/{repo}/installation", { owner, repo });
    const { id: installation } = installationFacts(data);
    const { data: minted } = await asApp.request("POST /app/installations/{installation_id}/access_tokens", {
      installation_id: installation,
      repositories: [repo],
      permissions: { metadata: "read" },
    });
    const { repositories } = z.object({ repositories: z.array(z.object({ id: z.number() })) }).parse(minted);
    return accept(repositories.map(({ id }) => ({ id, installation, owner, name: repo })));
  } catch (error) {
    if (hasStatus(error, 404)) return refuse("not-installed", `the App is not installed in ${where}`);
    if (hasStatus(error, 401)) return refuse("credentials", "GitHub does not accept APP_ID and PRIVATE_KEY");
    throw error;
  }
}
