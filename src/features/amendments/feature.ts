import type { Feature } from "../../engine/feature.js";
import { amendmentFiles } from "./amendment-files.js";
import { acceptAmendment } from "./commands/amendment-accept.js";
import { rejectAmendment } from "./commands/amendment-reject.js";

/** A person decides about a contract that cannot be met as it is. */
export const amendments: Feature = {
  name: "amendments",
  commands: () => [acceptAmendment, rejectAmendment],
  files: (situation, event) =>
    event.kind === "work-updated" &&
    (event.event.kind === "amendment-accepted" || event.event.kind === "amendment-rejected")
      ? amendmentFiles(situation, event.task_id, event.event)
      : [],
};
