import { diagnose } from "../../doctor/diagnose.js";
import { DOCTOR_CHECK_NAME, doctorCheck } from "../../features/setup/doctor-check.js";
import type { EffectOf } from "../client/github.js";
import { keepCheckRun } from "../effects/keep-check-run.js";
import { type Examiner, gatherDoctorFacts } from "./gather-doctor-facts.js";

/** Diagnoses the repository and reports in a check run what would stop the App here. */
export async function examine(examiner: Examiner, { key, head }: EffectOf<"examine">): Promise<boolean> {
  const { gitHubFor, repository, ownLogin, remembered } = examiner;
  const { conclusion, title, summary } = doctorCheck(diagnose(await gatherDoctorFacts(examiner)));
  const connect = (permissions: Parameters<typeof gitHubFor>[1]) => gitHubFor(repository, permissions);
  const gitHub = await connect({ checks: "write" });
  return keepCheckRun(
    { gitHub, owner: repository.owner, repo: repository.name, ownLogin, remembered, isNew: false, connect },
    {
      kind: "keep-check-run",
      key,
      name: DOCTOR_CHECK_NAME,
      head,
      status: { kind: "completed", conclusion },
      title,
      summary,
      text: "",
      annotations: [],
      actions: [],
    },
  );
}
