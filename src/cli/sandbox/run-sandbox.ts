import { join } from "node:path";
import type { ConfinementPolicy } from "../../domain/config/gates-config.js";
import { probeConfinement } from "../../gates/run/probe-confinement.js";
import { openPerson } from "../../sandbox/demo/person.js";
import type { Forge } from "../../sandbox/forge/forge.js";
import { BrokenStore } from "../../sandbox/forge/store/broken-store.js";
import { FolderInUse } from "../../sandbox/forge/store/claim-folder.js";
import { RECORDINGS } from "../../sandbox/recorded-story/read-story.js";
import { recordStory } from "../../sandbox/recorded-story/record-story.js";
import { AppNotStarted, startAppProcess } from "../../sandbox/start-app-process.js";
import { type Sandbox, startSandbox } from "../../sandbox/start-sandbox.js";
import { chooseConfinement } from "../choose-confinement.js";
import { type DemoScreen, openDemoScreen } from "../demo/demo-screen.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { isDumb, type Paint, paintFor } from "../paint.js";
import { watch } from "../status/watch.js";
import { stopSignal } from "../stop-signal.js";
import { guideThrough } from "./sandbox-guide.js";
import { checkGit, readSandboxOptions, type SandboxRequest } from "./sandbox-options.js";
import { knownToRecorded, reportSandboxTroubles } from "./sandbox-troubles.js";

const complain = (message: string): void => void process.stderr.write(`factory sandbox: ${message}\n`);

/** Runs until a signal comes or the App ends. */
export async function runSandbox(args: readonly string[]): Promise<ExitCode> {
  const git = await checkGit();
  const request = git.ok ? await readSandboxOptions(args) : git;
  if (!request.ok) {
    complain(request.refusal.message);
    return EXIT.badInput;
  }
  const { model, unconfined } = request.value;
  const code = { model, unconfined, replayed: Boolean(process.env.REPLAY_FROM) };
  const chosen = chooseConfinement(code, await probeConfinement(process.env.PATH ?? ""));
  if (!chosen.ok) {
    complain(chosen.refusal.message);
    return EXIT.badInput;
  }
  const { policy, warning } = chosen.value;
  // Registered before the start, because Ctrl-C during the start must stop what was already started.
  const signal = stopSignal(() => complain("still cleaning up; this takes a few seconds."));
  const paint = paintFor(process.stdout, process.env);
  // With the App's own log between the lines, no line is redrawn.
  const screen = openDemoScreen(process.stdout, paint, { dumb: isDumb(process.env) || wantsLog(process.env) });
  const started = await start(request.value, policy, listenersOf(request.value, screen, paint));
  if ("problem" in started) {
    complain(started.problem);
    return started.exit;
  }
  if (warning !== undefined && request.value.json) complain(warning);
  else if (warning !== undefined) process.stdout.write(`${warning}\n\n`);
  if (request.value.json) process.stdout.write(`${JSON.stringify(readyLine(started))}\n`);
  const guide = request.value.json ? [] : [guideThrough(started, request.value, { screen, paint })];
  const watching = [...guide, ...recorderOf(started, request.value)];
  const reason = await Promise.race([signal, started.app.ended, ...watching.map(({ failed }) => failed)]);
  for (const one of watching) await one.stop();
  complain(`stopping (${reason}).`);
  await started.stop();
  return reason.startsWith("SIG") ? EXIT.ok : EXIT.failed;
}

/** Records what people do, where that was asked for. */
function recorderOf({ forge }: Sandbox, { record, spec }: SandboxRequest) {
  if (record === undefined || spec === undefined) return [];
  // Behind a gateway nobody knows how tokens are counted.
  const estimated = process.env.ANTHROPIC_BASE_URL ? " Its tokens are estimated." : "";
  const about = `A live model's answers, recorded unedited.${estimated}`;
  return [watch(recordStory(openPerson(forge), { folder: record, spec, about }))];
}

/** Why the sandbox did not start, and what to do about it. */
type NotStarted = { readonly problem: string; readonly exit: ExitCode };

/** The listeners for messages of the App and the forge. */
type Listeners = {
  /** Undefined: the App's log goes to standard error. */
  readonly app: ((line: string) => void) | undefined;
  readonly forge: (line: string) => void;
};

/** A person gets sentences. A script, or a user who asks for it, gets the App's log. */
function listenersOf({ json }: SandboxRequest, screen: DemoScreen, paint: Paint): Listeners {
  if (json || wantsLog(process.env))
    return { app: undefined, forge: (line) => process.stderr.write(`[forge] ${line}\n`) };
  const print = (words: string) => screen.print(paint.bad(words));
  return {
    app: reportSandboxTroubles(print, knownToRecorded(process.env)),
    forge: (line) => print(`The local GitHub: ${line}`),
  };
}

const wantsLog = ({ LOG_LEVEL }: Readonly<Record<string, string | undefined>>) => Boolean(LOG_LEVEL);

async function start(
  { port, data, as, model, spec, repository, faults, record }: SandboxRequest,
  confinement: ConfinementPolicy,
  { app, forge }: Listeners,
): Promise<Sandbox | NotStarted> {
  try {
    return await startSandbox({
      startApp: (variables) => {
        const own = record === undefined ? variables : { ...variables, RECORD_TO: join(record, RECORDINGS) };
        return app === undefined ? startAppProcess(own) : startAppProcess({ ...own, LOG_LEVEL: "error" }, app);
      },
      model,
      confinement,
      ...(spec === undefined ? {} : { spec }),
      ...(repository === undefined ? {} : { repository }),
      ...(faults === undefined ? {} : { faults }),
      forge: {
        port,
        as,
        log: forge,
        ...(data === undefined ? {} : { dataDirectory: data }),
      },
    });
  } catch (error) {
    const known = explain(error, { port, data });
    if (known === undefined) throw error;
    return known;
  }
}

/** Undefined for errors that only a fix of the sandbox can solve. */
function explain(error: unknown, { port, data }: Pick<SandboxRequest, "port" | "data">): NotStarted | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  if (error instanceof AppNotStarted) return { problem: `${message}. What it said is above.`, exit: EXIT.failed };
  if (error instanceof BrokenStore)
    return { problem: `${message}. Remove that folder, or give --data another one.`, exit: EXIT.badInput };
  if (error instanceof FolderInUse)
    return { problem: `${message}. Stop that one, or give --data another folder.`, exit: EXIT.badInput };
  if (isAbout(error, data))
    return { problem: `${message}. Give --data a folder that you may write.`, exit: EXIT.badInput };
  switch ("code" in error ? error.code : undefined) {
    case "EADDRINUSE":
      return {
        problem: `port ${port} is in use. Give another one with --port, or none to take any free one.`,
        exit: EXIT.badInput,
      };
    case "EACCES":
    case "EROFS":
      return {
        problem: `${message}. Give --data a folder that you may write, and --port a number above 1023.`,
        exit: EXIT.badInput,
      };
    default:
      return undefined;
  }
}

/** Whether the file system refused access to this folder, a parent or something inside it. */
function isAbout(error: Error, folder: string | undefined): boolean {
  if (folder === undefined || !("path" in error) || typeof error.path !== "string") return false;
  return `${error.path}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${error.path}/`);
}

/** Everything that a script needs to continue, on one line. */
function readyLine({ forge, app }: { readonly forge: Forge; readonly app: { readonly url: string } }) {
  return { forge: forge.url, app: app.url, repo: `${forge.repo.owner}/${forge.repo.repo}`, users: forge.users };
}
