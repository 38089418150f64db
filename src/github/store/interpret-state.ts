import { z } from "zod";
import { Deficiency } from "../../domain/deficiency.js";
import { STATE_PATH } from "../../domain/gates/state-paths.js";
import type { Sha } from "../../domain/ids.js";
import type { Refusal } from "../../domain/refusal.js";
import type { LoadedState } from "../../engine/ports.js";
import { StoredState } from "../../engine/state-versions.js";
import { checkState } from "../../features/tasks/board/check-state.js";
import { fieldLines, readYaml } from "../../yaml/yaml.js";

/** A state file as a valid state, or its problems with their places. */
export function interpretState(head: Sha, text: string | null): LoadedState {
  if (text === null) {
    const message = `${STATE_PATH} is missing from the state branch; restore it from the branch's history`;
    return { kind: "unreadable", head, problem: { code: "state-missing", message } };
  }
  const state = readYaml(STATE_PATH, text, StoredState);
  if (!state.ok) return { kind: "unreadable", head, problem: state.refusal };
  const checked = state.value.project === null ? null : checkState(state.value.project);
  if (checked?.ok === false) return { kind: "unreadable", head, problem: withLines(text, checked.refusal) };
  return { kind: "loaded", head, state: state.value };
}

/** The contradictions, each with its line. */
function withLines(text: string, refusal: Refusal): Refusal {
  const lineOf = fieldLines(text);
  const lines = z
    .array(Deficiency)
    .parse(refusal.details?.deficiencies)
    .map(({ path, field, message }) => {
      const line = lineOf(["project", ...path.split("."), field]);
      return `${STATE_PATH}:${line}: ${path}.${field}: ${message}`;
    });
  return { ...refusal, message: lines.join("\n") };
}
