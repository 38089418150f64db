import semver from "semver";
import type { ModuleRef, Version } from "../../../domain/ids.js";
import { moduleRef, parseModuleRef } from "../../../domain/ids.js";
import type { IndexStatus } from "../../../domain/index-entries/code-index-entry.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { TaskStatus } from "../../tasks/board/project-state.js";
import { STATUS_WORDS } from "../../tasks/board/status-words.js";

type TaskStatuses = ReadonlyMap<string, { readonly status: TaskStatus; readonly module_refs: readonly ModuleRef[] }>;
type IndexedVersion = { readonly module_id: string; readonly version: Version; readonly status: IndexStatus };

const TERMINAL: ReadonlySet<TaskStatus> = new Set(["SHIPPED", "ABANDONED"]);

/** A full release is due when every task is terminal and at least one shipped (decisions.md#what-is-released). */
export function checkReleaseTrigger(tasks: TaskStatuses): Outcome<"due"> {
  const open = [...tasks].filter(([, { status }]) => !TERMINAL.has(status));
  if (open.length > 0) {
    const listed = open.map(([id, { status }]) => `${id} ${STATUS_WORDS[status]}`);
    return refuse("tasks-not-terminal", `No release yet: ${listed.join(", ")}; each must ship or be abandoned first.`, {
      open: open.map(([id]) => id),
    });
  }
  if ([...tasks.values()].some(({ status }) => status === "SHIPPED")) return accept("due");
  return refuse("nothing-shipped", "There is nothing to release: no task has shipped.");
}

/** The newest active version of each module, in order of module id (decisions.md#what-is-released). */
export function fullReleaseSet(index: readonly IndexedVersion[]): ModuleRef[] {
  const newest = new Map<string, Version>();
  for (const { module_id, version, status } of index) {
    const known = newest.get(module_id);
    if (status === "SHIPPED" && (known === undefined || semver.gt(version, known))) newest.set(module_id, version);
  }
  return inOrder([...newest].map(([id, version]) => moduleRef(id, version)));
}

/**
 * The modules that a person named: each once, and each of a SHIPPED task (requirements.md#release) or of an earlier
 * product, which is released only together with what is built on it.
 */
export function partialReleaseSet(
  requested: readonly ModuleRef[],
  tasks: TaskStatuses,
  earlier: ReadonlySet<ModuleRef> = new Set(),
): Outcome<ModuleRef[]> {
  if (requested.length === 0) {
    return refuse("empty-release", "Name the modules to release, such as MM-0001@1.0.0.");
  }
  const ids = requested.map((ref) => parseModuleRef(ref).moduleId);
  const repeated = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  if (repeated.length > 0) {
    return refuse(
      "module-named-twice",
      `A release has one version of each module; named more than once: ${repeated.join(", ")}.`,
      {
        repeated,
      },
    );
  }
  const current = new Map(
    [...tasks.values()].flatMap(({ status, module_refs }) => module_refs.map((ref) => [ref, status])),
  );
  const shipped = new Set(
    [...tasks.values()].filter(({ status }) => status === "SHIPPED").flatMap((task) => task.module_refs),
  );
  const missing = requested.filter((ref) => !shipped.has(ref) && (current.has(ref) || !earlier.has(ref)));
  if (missing.length === 0) return accept(inOrder(requested));
  const listed = missing.map((ref) => {
    const status = current.get(ref);
    return `${ref} (${status === undefined ? "of no task" : `its task ${STATUS_WORDS[status]}`})`;
  });
  return refuse("module-not-shipped", `Only shipped modules can be released; not shipped: ${listed.join(", ")}.`, {
    missing,
  });
}

function inOrder(refs: readonly ModuleRef[]): ModuleRef[] {
  const number = (ref: ModuleRef) => Number(parseModuleRef(ref).moduleId.slice("MM-".length));
  return [...refs].sort((a, b) => number(a) - number(b));
}
