import { pino } from "pino";
import { Probot } from "probot";
import { z } from "zod";
import { diagnose } from "../../doctor/diagnose.js";
import { hasStatus } from "../../domain/errors.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { RepositoryRef } from "../../engine/ports.js";
import { createRemembered } from "../../github/cache/remembered.js";
import { appOctokit } from "../../github/client/app-octokit.js";
import { explainUnknownApp } from "../../github/client/explain-failure.js";
import { installationClients, installedRepositories, ownLogin } from "../../github/client/installation-client.js";
import { gatherDoctorFacts } from "../../github/doctor/gather-doctor-facts.js";
import { createInstallationLookup, installationFacts } from "../../github/observe/installation-facts.js";
import { apiUrl, gatesPlace, productOf, rawUrl } from "../../server/env.js";
import { proxiedFetch } from "../../server/operation/proxied-fetch.js";
import { appEnvironment } from "../../server/start/app-environment.js";
import { loadSetupKit } from "../../server/start/load-setup-kit.js";
import { TIMING } from "../../server/start/time.js";
import { asksJson, complain } from "../complain.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { orWhyNot } from "../or-why-not.js";
import { paintFor } from "../paint.js";
import { readDoctorOptions } from "../repository/repository-options.js";
import { type DoctorEnv, readDoctorEnv } from "./doctor-environment.js";
import { doctorText, type Examined } from "./doctor-text.js";
import { examineQueue } from "./examine-queue.js";

export async function runDoctor(args: readonly string[]): Promise<ExitCode> {
  const request = readDoctorOptions(args);
  const env = readDoctorEnv(appEnvironment(process.env));
  const json = asksJson(args);
  if (!request.ok) return complain("doctor", request.refusal, { json });
  if (!env.ok) return complain("doctor", env.refusal, { json });
  const examined = await orWhyNot(apiUrl(env.value), () => examineAll(env.value, request.value.where));
  if (!examined.ok) return complain("doctor", examined.refusal, { json });
  const paint = paintFor(process.stdout, process.env);
  process.stdout.write(json ? `${JSON.stringify(examined.value, null, 2)}\n` : doctorText(examined.value, paint));
  const stopped = examined.value.some(({ findings }) => findings.some(({ level }) => level === "error"));
  return stopped ? EXIT.failed : EXIT.ok;
}

/** Looks at one repository, or with `.` at every one of the App. */
export async function examineAll(env: DoctorEnv, where: string): Promise<Outcome<Examined[]>> {
  const log = pino({ level: "silent" });
  const fetch = proxiedFetch(env);
  const probot = new Probot({
    appId: env.APP_ID,
    privateKey: env.PRIVATE_KEY,
    baseUrl: apiUrl(env),
    log,
    Octokit: appOctokit(fetch),
  });
  const asApp = await probot.auth();
  const login = await recognized(probot, env);
  if (!login.ok) return login;
  const found = where === "." ? accept(await all(probot)) : await named(asApp, where);
  if (!found.ok) return found;
  const gitHubFor = await installationClients(probot, {
    baseUrl: apiUrl(env),
    timing: TIMING,
    limitWrites: true,
    fetch,
  });
  const place = { ...gatesPlace(env), rawUrl: rawUrl(env) };
  const kit = env.ACTION_REF === undefined ? null : await loadSetupKit(env.ACTION_REF, place);
  const installationOf = createInstallationLookup(asApp, Date.now);
  const queue = await examineQueue(env.DATABASE_URL);
  const examined: Examined[] = queue.own.length === 0 ? [] : [{ repository: "the queue", findings: queue.own }];
  for (const repository of found.value) {
    const facts = await gatherDoctorFacts({
      gitHubFor,
      repository,
      ownLogin: login.value,
      remembered: createRemembered(Date.now),
      installation: await installationOf(repository.installation),
      gatesWorkflow: kit?.workflow ?? null,
      product: productOf(env),
    });
    const aside = queue.byRepository.get(repository.id);
    const findings = [...(aside === undefined ? [] : [aside]), ...diagnose(facts)];
    examined.push({ repository: facts.repository.fullName, findings });
  }
  return accept(examined);
}

/** The name of the App that owns this key. */
async function recognized(probot: Probot, env: DoctorEnv): Promise<Outcome<string>> {
  try {
    return accept(await ownLogin(probot));
  } catch (error) {
    const refusal = explainUnknownApp(error, apiUrl(env));
    if (refusal?.code !== "credentials" && refusal?.code !== "not-github") throw error;
    return { ok: false, refusal };
  }
}

async function all(probot: Probot): Promise<RepositoryRef[]> {
  const repositories: RepositoryRef[] = [];
  for await (const repository of installedRepositories(probot, TIMING)) repositories.push(repository);
  return repositories;
}

/** The App's key gives access to the installation. Only the installation's token gives access to the repository. */
async function named(asApp: Awaited<ReturnType<Probot["auth"]>>, where: string): Promise<Outcome<RepositoryRef[]>> {
  const [owner = "", repo = ""] = where.split("/");
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
    throw error;
  }
}
