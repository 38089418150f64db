import type { CliCommand } from "./command.js";
import { demo } from "./demo.js";
import { sandbox } from "./sandbox.js";

export const COMMANDS: readonly CliCommand[] = [demo, sandbox];
