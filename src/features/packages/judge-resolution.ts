import type { GateReport } from "../../domain/gates/gate-report.js";
import type { DeclaredDependency } from "../../domain/plan/declared-dependency.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { isBlocking } from "../../domain/validation/gate-status.js";
import { judgeNpm } from "./judge-npm.js";
import { NpmLock, NpmManifest, readJson } from "./npm-lock.js";
import { registriesInUse } from "./registries.js";
import type { Resolution } from "./resolution.js";

/** A run's result for a plan's declared packages, and the branch that it would change. */
export type ResolvedRun = {
  readonly declared: readonly DeclaredDependency[];
  readonly report: Pick<GateReport, "commands" | "resolved_files">;
  /** A file of the branch before; undefined if it does not exist. */
  readonly before: (path: string) => string | undefined;
};

/** The files of the branch that are needed to judge a resolution. */
export const JUDGED_FILES = ["package.json", "package-lock.json", ".npmrc"] as const;

const MANIFEST = "package.json";
const LOCK = "package-lock.json";

/** Whether the files from a RESOLVE run may be committed. The report is untrusted: everything is checked again here. */
export function judgeResolution({ declared, report, before }: ResolvedRun): Resolution {
  const ran = checkRan(report);
  if (!ran.ok) return none([ran.refusal.message]);
  const strays = report.resolved_files.filter(({ path }) => path !== MANIFEST && path !== LOCK);
  if (strays.length > 0)
    return none(
      strays.map(
        ({ path }) =>
          `${path} was handed in, and no rule reads it: only package.json and package-lock.json can be judged. Lock the packages yourself`,
      ),
    );
  const text = (path: string) => report.resolved_files.find((file) => file.path === path)?.text ?? before(path);
  const states = [before, text].map((read) => stateOf(read));
  const [old, now] = states;
  if (old === undefined || now === undefined || !old.ok || !now.ok) {
    return none(states.flatMap((state) => (state.ok ? [] : [state.refusal.message])));
  }
  return judgeNpm({
    declared,
    before: old.value,
    after: now.value,
    registries: registriesInUse(old.value.lock, before(".npmrc")),
  });
}

function none(problems: readonly string[]): Resolution {
  return { problems, added: [] };
}

function checkRan({ commands, resolved_files }: ResolvedRun["report"]): Outcome<null> {
  const command = commands.find(({ name }) => name === "resolve");
  if (command === undefined) return refuse("not-run", "the run reports no command that resolved anything");
  const printed = command.output.trim().slice(-1_500) || "it printed nothing";
  if (command.status === "SKIPPED") return refuse("not-run", `nothing can be resolved here: ${printed}`);
  if (command.status === "NOT_RUN") return refuse("not-run", command.output);
  if (isBlocking(command.status)) return refuse("failed", `\`${command.command}\` failed: ${printed}`);
  return resolved_files.length === 0
    ? refuse("unchanged", "resolving changed neither manifest nor lock file")
    : accept(null);
}

function stateOf(read: (path: string) => string | undefined) {
  const manifest = readJson(MANIFEST, read(MANIFEST) ?? "{}", NpmManifest);
  if (!manifest.ok) return manifest;
  const lock = readJson(LOCK, read(LOCK) ?? '{"lockfileVersion":3,"packages":{}}', NpmLock);
  return lock.ok ? accept({ manifest: manifest.value, lock: lock.value }) : lock;
}
