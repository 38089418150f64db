import { JudgeAnswer } from "../../domain/roles/answers.js";
import { defineRole } from "../define-role.js";

/** Says whether one semantic assertion holds for the code it is about (requirements.md#model-as-judge). */
export const judgeJudge = defineRole({
  role: "judge",
  activity: "judge",
  tools: [],
  Answer: JudgeAnswer,
  submitAs: "submit_judgement",
});
