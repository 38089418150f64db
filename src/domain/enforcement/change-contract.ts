import { Contract } from "../contract/contract.js";
import {
  type ContractPath,
  isRecord,
  keyOf,
  memberAt,
  readContractPath,
  textAtPath,
  textOfMember,
} from "../contract/contract-path.js";
import { deriveClauses } from "../contract/derive-clauses.js";
import { Dimensions, dimensionsOf } from "../contract/dimensions.js";
import { deficienciesFromZod } from "../deficiency.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import { ContractDraft } from "../roles/answers.js";

/** One value of a contract, before and after. Empty text means absent: the value is added or removed. */
export type ValueChange = { readonly path: string; readonly old_value: string; readonly new_value: string };

/** The value of a contract at a path, or undefined. Places that cannot be amended have values, too. */
export function contractText(contract: Contract, path: string): string | undefined {
  const read = readContractPath(path);
  return read.ok ? textAtPath(contract, read.value) : undefined;
}

/**
 * Applies changed values to the contract. Only the parts that a Proposer writes can be changed. Clauses are derived
 * again, and tests of removed clauses are unmapped. An invalid result is refused.
 */
export function changeContract(contract: Contract, changes: readonly ValueChange[]): Outcome<Contract> {
  const places: { readonly path: ContractPath; readonly text: string }[] = [];
  for (const { path, new_value } of changes) {
    const read = readContractPath(path);
    if (!read.ok) return read;
    if (!Object.hasOwn(ContractDraft.shape, read.value[0] ?? "")) {
      const fields = Object.keys(ContractDraft.shape).join(", ");
      return refuse("not-amendable", `${path} follows from the plan or from the rest; what can be amended: ${fields}`);
    }
    places.push({ path: read.value, text: new_value });
  }
  const moving = changes.find(({ path, new_value }) => shiftsOthers(path, new_value, changes));
  if (moving !== undefined) {
    return refuse("ambiguous-path", `${moving.path} is taken away, so other members of its list must go by their name`);
  }
  const asText = reparsed(contract, places, "text");
  return asText.ok ? asText : preferFirst(asText, reparsed(contract, places, "json"));
}

/** Whether a later version of the contract still has an accepted value. */
export function keepsChange(contract: Contract, { path, old_value, new_value }: ValueChange): boolean {
  const read = readContractPath(path);
  if (!read.ok) return false;
  const last = read.value.at(-1);
  if (new_value === "" && typeof last === "number") {
    const list = memberAt(contract, read.value.slice(0, -1));
    return !Array.isArray(list) || !list.some((member) => textOfMember(member) === old_value);
  }
  return sameText(textAtPath(contract, read.value) ?? "", new_value);
}

/** JSON values are compared, not their spelling. */
export function sameText(a: string, b: string): boolean {
  return a === b || textOfMember(jsonOr(a)) === textOfMember(jsonOr(b));
}

function shiftsOthers(path: string, newValue: string, changes: readonly ValueChange[]): boolean {
  const list = /^(.*)\[\d+\]$/.exec(path)?.[1];
  if (newValue !== "" || list === undefined) return false;
  return changes.some((other) => other.path !== path && other.path.startsWith(`${list}[`));
}

function preferFirst(first: Outcome<Contract>, second: Outcome<Contract>): Outcome<Contract> {
  return second.ok ? second : first;
}

function reparsed(
  contract: Contract,
  places: readonly { readonly path: ContractPath; readonly text: string }[],
  strings: "text" | "json",
): Outcome<Contract> {
  let changed: unknown = contract;
  for (const { path, text } of places) {
    const next = changeAt(changed, path, { text, strings });
    if (next === undefined)
      return refuse("no-such-place", `there is nothing at ${path.join(".")} that could be changed`);
    changed = next;
  }
  const parsed = Contract.safeParse(withClauses(contract, changed as Contract));
  if (parsed.success) return accept(parsed.data);
  const problems = deficienciesFromZod(parsed.error).map(({ path, message }) => `contract.${path}: ${message}`);
  return refuse("contract-invalid", `The contract would not be valid: ${problems.join("\n")}`, { problems });
}

/**
 * Clauses are derived from the interface, and manually written ones stay. If the interface is invalid, the schema
 * reports it.
 */
function withClauses(before: Contract, changed: Contract): unknown {
  if (!Dimensions.safeParse(dimensionsOf(changed)).success || typeof changed.purpose !== "string") return changed;
  const derivedBefore = new Set(deriveClauses(before).map(({ id }) => id));
  const clauses = [...deriveClauses(changed), ...before.clauses.filter(({ id }) => !derivedBefore.has(id))];
  const ids = new Set(clauses.map(({ id }) => id));
  const test_mapping = Object.fromEntries(Object.entries(before.test_mapping).filter(([id]) => ids.has(id)));
  return { ...changed, clauses, test_mapping };
}

type NewValue = { readonly text: string; readonly strings: "text" | "json" };

/** The value with one member changed, added or removed; undefined when the path does not exist. */
function changeAt(value: unknown, path: ContractPath, next: NewValue): unknown {
  const [head, ...rest] = path;
  if (head === undefined || (!Array.isArray(value) && !isRecord(value))) return undefined;
  const key = keyOf(value, head) ?? newKey(value, head);
  if (key === undefined) return undefined;
  const before = (value as Record<string | number, unknown>)[key];
  if (rest.length > 0) {
    const member = before === undefined ? undefined : changeAt(before, rest, next);
    return member === undefined ? undefined : withMember(value, key, member);
  }
  if (next.text === "") return before === undefined ? undefined : withoutMember(value, key);
  const isText = typeof before === "string" && next.strings === "text";
  return withMember(value, key, isText ? next.text : jsonOr(next.text));
}

/** A list grows at its end, an object by a new field. */
function newKey(value: unknown, segment: string | number): string | number | undefined {
  if (Array.isArray(value)) return segment === value.length ? segment : undefined;
  return typeof segment === "string" ? segment : undefined;
}

function withMember(value: unknown, key: string | number, member: unknown): unknown {
  if (Array.isArray(value)) return key === value.length ? [...value, member] : value.with(Number(key), member);
  return { ...(value as object), [key]: member };
}

function withoutMember(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value.toSpliced(Number(key), 1);
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== key));
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
