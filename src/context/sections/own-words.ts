import { RUBRIC } from "../../domain/debate/rubric.js";
import { DECOMPOSITION_RUBRIC } from "../../domain/plan/decomposition-rubric.js";
import { type Offer, offer } from "./offer.js";

/** The factory's rubrics, offered in every call. Schemas travel with the tool or the format that enforces them. */
export function ownWords(): Offer[] {
  return [
    offer({
      input: "evaluation-rubric",
      id: "evaluation-rubric",
      title: "Evaluation rubric",
      reason: "the criteria of a challenge",
      stable: true,
      text: RUBRIC.map(({ id, title, checks }) => `- **${id}, ${title}.** ${checks}`).join("\n"),
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
