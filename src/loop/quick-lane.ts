import { DRAFT_PATH } from "../domain/factory/artifacts.js";
import type { FileToWrite } from "../domain/factory/effect.js";
import type { Intent } from "../domain/factory/intent.js";
import type { Outcome } from "../domain/refusal.js";
import { specDigest } from "../domain/spec/approval.js";
import { ProductSpec } from "../domain/spec/product-spec.js";
import { quickSpec } from "../domain/spec/quick-spec.js";
import { writeYaml } from "../yaml.js";
import { noteOnce } from "./by-hand/note.js";
import { requestKey } from "./request-key.js";
import type { Situation } from "./situation.js";

type Seen = Pick<Situation, "state" | "observed">;

/** One task of the issue itself, as soon as it says enough; until then it is told what is missing, once. */
export function noticeQuick(situation: Situation): Intent[] {
  const { state, now } = situation;
  const spec = specOf(situation);
  if (spec === null) return [];
  if (spec.ok) return [{ kind: "quick-spec-made", at: now, spec_digest: specDigest(spec.value) }];
  const why = spec.refusal.message;
  if (state.product?.phase === "waiting-for-spec" && state.product.why === why) return [];
  const { issue } = state.request;
  return [
    { kind: "spec-unusable", at: now, why, blob: null },
    ...noteOnce(situation, { key: requestKey("quick-incomplete", state.request), issue, body: note(why) }),
  ];
}

/** The spec that `quick-spec-made` speaks of, for the same commit. */
export function quickFiles(seen: Seen): FileToWrite[] {
  const spec = specOf(seen);
  if (spec?.ok !== true) throw new TypeError("a quick spec is made of an issue that is there and says enough");
  return [{ path: DRAFT_PATH, text: writeYaml(spec.value, ProductSpec) }];
}

/** Null while the issue cannot be seen: it was closed, or has lost its label. */
function specOf({ state, observed }: Seen): Outcome<ProductSpec> | null {
  const { issue, requested_at: requestedAt } = state.request;
  const request = observed.requests.find((candidate) => candidate.issue === issue);
  return request === undefined ? null : quickSpec({ ...request, requestedAt });
}

function note(why: string): string {
  return [
    `This cannot start yet: ${why}. Edit the issue, for example:`,
    "",
    "```markdown",
    '- [ ] `slugify("Hello World")` returns `hello-world`',
    "- [ ] rejects an empty title with a `TypeError`",
    "```",
    "",
    "It starts by itself then. For anything larger use the other label: it goes by SPEC.md.",
  ].join("\n");
}
