import type { Contract } from "../../domain/contract/contract.js";
import { effectsOf, errorSurfacesOf } from "../../domain/contract/dimensions.js";
import { moduleRef } from "../../domain/ids.js";
import { codeCell, folded, inlineCode } from "../../render/code.js";
import { cutLine, cutText } from "../../render/cut.js";
import { BODY_LIMIT, fitItems, fitParts } from "../../render/fit.js";
import { plainLine, plainText } from "../../render/plain-text.js";
import { type ReviewerNote, reviewerNotesPart } from "../debate/reviewer-notes.js";
import { figuresText } from "../gate-figures/figures-text.js";
import type { GateFigures } from "../gate-figures/gate-figures.js";
import { REQUIREMENTS_ROOM, type ReleasedRequirement, requirementsPart } from "../ledger/release-table.js";
import { RELEASE_GATES } from "./rules/release-gates.js";
import type { ReleaseManifest } from "./rules/release-manifest.js";

/**
 * The content of a release from the contracts of its modules: what it does and how it is called. How it was judged comes
 * last, folded.
 */
export function releaseNotes(
  manifest: ReleaseManifest,
  contracts: readonly Contract[],
  product: {
    readonly title: string;
    readonly summary: string;
    /** What reviewers noted for people, about any module. */
    readonly notes?: readonly ReviewerNote[] | undefined;
    readonly figures?: GateFigures | undefined;
    /** Each requirement with what shows it; empty without a ledger. */
    readonly requirements?: readonly ReleasedRequirement[] | undefined;
  },
): string {
  const head = [
    cutLine(plainLine(product.title), 200),
    "",
    `${manifest.modules.length} ${manifest.modules.length === 1 ? "module" : "modules"}, from version ${manifest.spec_version} of the spec.`,
  ].join("\n");
  const released = new Set(manifest.modules.map(({ module_ref }) => module_ref));
  const shown = contracts.filter((contract) => released.has(moduleRef(contract.module_id, contract.module_version)));
  const requirements = product.requirements ?? [];
  const room = MODULES - (requirements.length === 0 ? 0 : REQUIREMENTS_ROOM + 1_000);
  const leftOut = (count: number) => `_${count} more modules did not fit here; the manifest lists them all._`;
  return fitParts(head, [
    { text: gatesText(manifest), whenLeftOut: "_The four release gates passed._" },
    { text: cutText(plainText(product.summary), SUMMARY), whenLeftOut: "" },
    ...requirementsPart(requirements),
    { text: fitItems(shown.map(moduleText), room, leftOut), whenLeftOut: leftOut(shown.length) },
    ...reviewerNotesPart(product.notes?.filter(({ module_ref }) => released.has(module_ref))),
    ...(product.figures === undefined
      ? []
      : [{ text: folded("How the gates did", figuresText(product.figures)), whenLeftOut: "" }]),
  ]);
}

/** Limits for the summary and the modules, which fit together with the head. */
const SUMMARY = 5_000;
const MODULES = BODY_LIMIT - SUMMARY - 2_000;

function moduleText(contract: Contract): string {
  const ref = moduleRef(contract.module_id, contract.module_version);
  const name = cutLine(plainLine(contract.title), 200);
  const inputs = contract.inputs.map(
    ({ name, type, optional }) => `| takes | ${codeCell(`${name}: ${type}`)} | ${optional ? "optional" : ""} |`,
  );
  const outputs = contract.outputs.map(
    ({ name, type, invariants }) => `| gives | ${codeCell(`${name}: ${type}`)} | ${plainLine(invariants.join("; "))} |`,
  );
  const errors = errorSurfacesOf(contract).map(
    ({ name, when }) => `| fails with | ${codeCell(name)} | ${plainLine(when)} |`,
  );
  const effects = effectsOf(contract).map(
    ({ type, target, description }) => `| does | ${codeCell(`${type} ${target}`)} | ${plainLine(description)} |`,
  );
  return [
    `### ${name} (${ref})`,
    "",
    plainText(contract.purpose),
    "",
    contract.creates.length === 0
      ? `a command: ${inlineCode(contract.entry)}`
      : `${contract.creates.map((name) => inlineCode(name)).join(", ")} from ${inlineCode(contract.entry)}`,
    "",
    "| it | what | when or how |",
    "|---|---|---|",
    ...inputs,
    ...outputs,
    ...errors,
    ...effects,
  ].join("\n");
}

function gatesText({ integration_gates }: ReleaseManifest): string {
  return [
    "| release gate | result |",
    "|---|---|",
    ...RELEASE_GATES.map((gate) => `| ${gate.replaceAll("_", " ")} | ${integration_gates[gate]} |`),
  ].join("\n");
}
