import type { z } from "zod";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { startNextModule } from "../modules/questions.js";
import type { TaskWork } from "../modules/task-work.js";
import type { CommittedFile, PACKAGE_EVENTS, PackagesWork, ResolveStep } from "./packages-work.js";

type PackageEvent = z.infer<(typeof PACKAGE_EVENTS)[number]>;

/** Declared, and neither admitted nor committed by a person yet. */
export function arePackagesOpen({ packages }: Pick<TaskWork, "packages">): boolean {
  return packages !== undefined && packages.committed === null;
}

/** The stage in which interrupted work continues. */
export function stageToGoOn(work: Pick<TaskWork, "packages">): TaskWork["stage"] {
  return arePackagesOpen(work) ? { stage: "resolving", at: { step: "due" } } : { stage: "building" };
}

/** Packages come before modules, which must be able to import them. */
export function startBuilding(work: TaskWork, packages: Pick<PackagesWork, "declared" | "agreed">): TaskWork {
  if (packages.declared.length === 0) return startNextModule({ ...work, stage: { stage: "building" } });
  return {
    ...work,
    stage: { stage: "resolving", at: { step: "due" } },
    packages: { ...packages, scripts_agreed: false, run: null, committed: null },
  };
}

export function applyPackageEvent(work: TaskWork, event: PackageEvent): Outcome<TaskWork> {
  const { stage, packages } = work;
  if (packages === undefined) return refuse("no-packages", `${event.kind} happened, but the plan declares no packages`);
  if (event.kind === "packages-given") {
    if (stage.stage !== "reading-fix" || stage.question !== event.question) return unexpected(event, work);
    return accept(built(work, packages, event.files));
  }
  if (stage.stage !== "resolving") return unexpected(event, work);
  const { at } = stage;
  switch (event.kind) {
    case "resolve-requested":
      if (at.step !== "due") return unexpected(event, work);
      return to({ ...work, packages: { ...packages, run: event.run } }, { step: "running", run: event.run });
    case "resolve-lost":
      if (at.step !== "running") return unexpected(event, work);
      return to({ ...work, lost_gates: work.lost_gates + 1 }, { step: "due" });
    case "resolve-reported": {
      if (at.step !== "running" || at.run.nonce !== event.nonce) return unexpected(event, work);
      const question = work.questions + 1;
      return to({ ...work, lost_gates: 0, questions: question }, { step: "judging", run: at.run, question });
    }
    case "packages-admitted":
      if (at.step !== "judging" || at.question !== event.question) return unexpected(event, work);
      return to(work, { step: "committing", run: at.run, question: at.question, files: event.files });
    case "packages-committed":
      if (at.step !== "committing" || at.question !== event.question) return unexpected(event, work);
      return accept(built({ ...work, head: event.head }, packages, at.files));
    default:
      return event satisfies never;
  }
}

function built(work: TaskWork, { joined: _, ...packages }: PackagesWork, committed: CommittedFile[]): TaskWork {
  return startNextModule({ ...work, packages: { ...packages, committed }, stage: { stage: "building" } });
}

/** The branch has merged its base: manifest and lock file may have changes of both, not only what was committed. */
export function joinPackages(work: TaskWork): TaskWork {
  return work.packages === undefined ? work : { ...work, packages: { ...work.packages, joined: true } };
}

function to(work: TaskWork, at: ResolveStep): Outcome<TaskWork> {
  return accept({ ...work, stage: { stage: "resolving", at } });
}

function unexpected({ kind }: PackageEvent, { stage }: TaskWork): Outcome<never> {
  const where = stage.stage === "resolving" ? `resolving is ${stage.at.step}` : `the work is ${stage.stage}`;
  return refuse("packages-out-of-step", `${kind} happened, but ${where}`);
}

/**
 * A person has consented. A resolution is kept and judged again with the consent; without one, the packages are
 * resolved now.
 */
export function agreedByPerson(work: TaskWork): TaskWork | undefined {
  const { stage, packages } = work;
  if (stage.stage !== "halted" || packages === undefined) return undefined;
  const open = { ...work, halting: null, lost_gates: 0 };
  switch (stage.cause.kind) {
    case "dependency-not-allowed": {
      const agreed = [...new Set([...packages.agreed, ...stage.cause.dependencies.map(({ name }) => name)])];
      return { ...open, packages: { ...packages, agreed }, stage: { stage: "resolving", at: { step: "due" } } };
    }
    case "dependency-runs-scripts": {
      if (packages.run === null) return undefined;
      const question = work.questions + 1;
      return {
        ...open,
        questions: question,
        packages: { ...packages, scripts_agreed: true },
        stage: { stage: "resolving", at: { step: "judging", run: packages.run, question } },
      };
    }
    default:
      return undefined;
  }
}
