import type { CliCommand } from "./command.js";
import { conform } from "./conform/conform.js";
import { demo } from "./demo/demo.js";
import { doctor } from "./doctor/doctor.js";
import { gates } from "./gates/gates.js";
import { reindex } from "./reindex/reindex.js";
import { replay } from "./replay/replay.js";
import { sandbox } from "./sandbox/sandbox.js";
import { status } from "./status/status.js";
import { trace } from "./trace/trace.js";

export const COMMANDS: readonly CliCommand[] = [demo, sandbox, gates, status, trace, replay, reindex, doctor, conform];
