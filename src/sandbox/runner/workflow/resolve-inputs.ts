import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { DispatchInput, Workflow } from "./workflow.js";

/** The values of `inputs`, each with the type that the workflow declares. */
export type Inputs = Readonly<Record<string, string | number | boolean>>;

/** GitHub's limits for one dispatch. An Enterprise Server accepts fewer inputs. */
const MAX_INPUTS = 25;
const MAX_CHARACTERS = 65_535;

/** Checks the inputs of a dispatch against the workflow's declaration, and adds defaults. */
export function resolveInputs(
  workflow: Pick<Workflow, "on">,
  given: Readonly<Record<string, unknown>>,
  maxInputs = MAX_INPUTS,
): Outcome<Inputs> {
  const declared = declaredInputs(workflow);
  const unexpected = Object.keys(given).filter((name) => !Object.hasOwn(declared, name));
  if (unexpected.length > 0) {
    return refuse("unexpected-inputs", `Unexpected inputs provided: ${JSON.stringify(unexpected)}`, { unexpected });
  }
  if (Object.keys(given).length > maxInputs) {
    return refuse("too-many-inputs", `A dispatch may have at most ${maxInputs} inputs`);
  }
  if (JSON.stringify(given).length > MAX_CHARACTERS) {
    return refuse("inputs-too-large", `The inputs of a dispatch may have at most ${MAX_CHARACTERS} characters in all`);
  }
  const inputs: Record<string, string | number | boolean> = {};
  for (const [name, declaration] of Object.entries(declared)) {
    const value = resolveInput(name, declaration, given[name]);
    if (!value.ok) return value;
    inputs[name] = value.value;
  }
  return accept(inputs);
}

export function declaredInputs(workflow: Pick<Workflow, "on">): Readonly<Record<string, DispatchInput>> {
  return typeof workflow.on === "string" ? {} : (workflow.on.workflow_dispatch?.inputs ?? {});
}

function resolveInput(name: string, declaration: DispatchInput, given: unknown): Outcome<string | number | boolean> {
  const raw = given ?? declaration.default ?? "";
  if (raw === "") {
    if (declaration.required === true) return refuse("missing-input", `Required input '${name}' not provided`);
    return accept(emptyOf(declaration));
  }
  if (typeof raw !== "string" && typeof raw !== "number" && typeof raw !== "boolean") {
    return refuse("invalid-input", `Input '${name}' must be a string, a number or a boolean`);
  }
  return typed(name, declaration, String(raw));
}

function emptyOf(declaration: DispatchInput): string | number | boolean {
  return declaration.type === "boolean" ? false : declaration.type === "number" ? 0 : "";
}

function typed(name: string, { type, options }: DispatchInput, text: string): Outcome<string | number | boolean> {
  if (type === "boolean") {
    if (text === "true" || text === "false") return accept(text === "true");
    return refuse("invalid-input", `Provided value '${text}' for input '${name}' is not a boolean: use true or false`);
  }
  if (type === "number") {
    if (text.trim() !== "" && Number.isFinite(Number(text))) return accept(Number(text));
    return refuse("invalid-input", `Provided value '${text}' for input '${name}' is not a number`);
  }
  if (type === "choice" && !(options ?? []).some((option) => String(option) === text)) {
    return refuse("invalid-input", `Provided value '${text}' for input '${name}' not in the list of allowed values`);
  }
  return accept(text);
}
