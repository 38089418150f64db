/** The scripted model, where a product's script need not say how its spec answers SPEC.md. */
import { ProductSpec } from "../../src/features/spec/product-spec.js";
import type { ScriptedTurn } from "../../src/sandbox/scripted-model/script.js";
import {
  type ScriptedModel,
  type Seen,
  type SeenRequest,
  scriptedAnswers as scripted,
} from "../../src/sandbox/scripted-model/scripted-answers.js";
import { scopeOf } from "./scope.js";

export function scriptedAnswers(folder: string, options: { readonly seen?: Seen } = {}): Promise<ScriptedModel> {
  return scripted(folder, { ...options, complete: withScope });
}

/** The same turn; a spec without a scope gets one. */
export function withScope(turn: ScriptedTurn, { question, body }: SeenRequest): ScriptedTurn {
  if (!question.startsWith("product/") || !("answer" in turn)) return turn;
  const spec = ProductSpec.safeParse(turn.answer);
  if (!spec.success || spec.data.scope !== undefined) return turn;
  return { answer: JSON.parse(JSON.stringify({ ...spec.data, scope: scopeOf(spec.data, requestIn(body)) })) };
}

/** SPEC.md as the product role was shown it. */
function requestIn(body: unknown): string {
  const texts: string[] = [];
  JSON.stringify(body, (key, value: unknown) => {
    if ((key === "text" || key === "content") && typeof value === "string") texts.push(value);
    return value;
  });
  const given = /\n### SPEC\.md\n([\s\S]*?)\n### the issue\ntitle: /.exec(texts.join("\n"));
  return (given?.[1] ?? "").replace(/\[HTML comment of [^\]]*\]/g, "");
}
