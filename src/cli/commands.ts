import type { CliCommand } from "./command.js";
import { demo } from "./demo.js";
import { doctor } from "./doctor.js";
import { gates } from "./gates.js";
import { replay } from "./replay.js";
import { sandbox } from "./sandbox.js";
import { status } from "./status.js";

export const COMMANDS: readonly CliCommand[] = [demo, sandbox, gates, status, replay, doctor];
