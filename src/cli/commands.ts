import type { CliCommand } from "./command.js";

export const COMMANDS: readonly CliCommand[] = [];
