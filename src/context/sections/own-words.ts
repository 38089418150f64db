import { z } from "zod";
import { RUBRIC } from "../../domain/debate/rubric.js";
import { DECOMPOSITION_RUBRIC } from "../../domain/plan/decomposition-rubric.js";
import { PlanDraft } from "../../domain/plan/plan-draft.js";
import { ContractDraft, ImplementAnswer } from "../../domain/roles/answers.js";
import { type Offer, offer } from "./offer.js";

/** Rubrics and schemas of the factory, offered in every call. */
export function ownWords(): Offer[] {
  return [
    offer({
      input: "schemas",
      id: "schemas",
      title: "Schemas of what is produced",
      reason: "what the loop will accept",
      stable: true,
      text: [schema("plan", PlanDraft), schema("contract", ContractDraft), schema("proposal", ImplementAnswer)].join(
        "\n\n",
      ),
    }),
    offer({
      input: "evaluation-rubric",
      id: "evaluation-rubric",
      title: "Evaluation rubric",
      reason: "the criteria of a challenge",
      stable: true,
      text: RUBRIC.map(({ id, title, checks }) => `${id} ${title}: ${checks}`).join("\n"),
    }),
    offer({
      input: "decomposition-rubric",
      id: "decomposition-rubric",
      title: "Decomposition rubric",
      reason: "when a module is small enough",
      stable: true,
      text: DECOMPOSITION_RUBRIC.map((rule) => `- ${rule}`).join("\n"),
    }),
  ];
}

function schema(name: string, type: z.ZodType): string {
  return `${name}:\n${JSON.stringify(z.toJSONSchema(type, { io: "input" }))}`;
}
