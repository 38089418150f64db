import type { Forge } from "../sandbox/forge/forge.js";
import { AppNotStarted, startAppProcess } from "../sandbox/start-app-process.js";
import { type Sandbox, startSandbox } from "../sandbox/start-sandbox.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { checkGit, readSandboxOptions, type SandboxRequest } from "./sandbox-options.js";

const complain = (message: string): void => void process.stderr.write(`factory sandbox: ${message}\n`);

/** Stays up until a signal comes or the App ends. */
export async function runSandbox(args: readonly string[]): Promise<ExitCode> {
  const git = await checkGit();
  const request = git.ok ? await readSandboxOptions(args) : git;
  if (!request.ok) {
    complain(request.refusal.message);
    return EXIT.badInput;
  }
  // Heard from now on: a Ctrl-C during the start must stop what the start has begun.
  const signal = nextSignal();
  const started = await start(request.value);
  if ("problem" in started) {
    complain(started.problem);
    return started.exit;
  }
  process.stdout.write(`${JSON.stringify(readyLine(started))}\n`);
  complain("ready; Ctrl-C stops it.");
  const reason = await Promise.race([signal, started.app.ended]);
  complain(`stopping (${reason}).`);
  await started.stop();
  return reason.startsWith("SIG") ? EXIT.ok : EXIT.failed;
}

/** Why there is no sandbox, and what to do about it. */
type NotStarted = { readonly problem: string; readonly exit: ExitCode };

async function start({ port, data, model, spec, faults }: SandboxRequest): Promise<Sandbox | NotStarted> {
  try {
    return await startSandbox({
      startApp: startAppProcess,
      model,
      ...(spec === undefined ? {} : { spec }),
      ...(faults === undefined ? {} : { faults }),
      forge: {
        port,
        log: (line) => process.stderr.write(`[forge] ${line}\n`),
        ...(data === undefined ? {} : { dataDirectory: data }),
      },
    });
  } catch (error) {
    const known = explain(error, port);
    if (known === undefined) throw error;
    return known;
  }
}

/** Undefined for what nobody can do anything about but mend the sandbox. */
function explain(error: unknown, port: number): NotStarted | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  if (error instanceof AppNotStarted) return { problem: `${message}. What it said is above.`, exit: EXIT.failed };
  switch ("code" in error ? error.code : undefined) {
    case "EADDRINUSE":
      return {
        problem: `port ${port} is in use. Give another one with --port, or none to take any free one.`,
        exit: EXIT.badInput,
      };
    case "EACCES":
    case "EEXIST":
    case "ENOTDIR":
    case "EROFS":
      return {
        problem: `${message}. Give --data a folder that you may write, and --port a number above 1023.`,
        exit: EXIT.badInput,
      };
    default:
      return undefined;
  }
}

function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => resolve(name));
  });
}

/** All that a script needs to go on, on one line. */
function readyLine({ forge, app }: { readonly forge: Forge; readonly app: { readonly url: string } }) {
  return { forge: forge.url, app: app.url, repo: `${forge.repo.owner}/${forge.repo.repo}`, users: forge.users };
}
