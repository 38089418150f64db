import type { Annotation, AnnotationLevel } from "../run-event.js";
import type { Masker } from "./masker.js";
import type { StepLog } from "./step-log.js";
import { parseWorkflowCommand, type WorkflowCommand } from "./workflow-command.js";

/** Receives a step's output: for its log, and errors, warnings and notices also for annotations. */
export type StepConsole = {
  /** Prints a line of the runner. It is never a command. */
  readonly print: (line: string) => void;
  /** Reads a line of the step. A workflow command is performed. */
  readonly read: (line: string) => void;
  readonly annotate: (level: AnnotationLevel, message: string) => void;
  /** Commands that GitHub refuses. Each fails the step. */
  readonly broken: () => readonly string[];
};

/** GitHub shows this many annotations per step and level. Further ones appear in the log only. */
const ANNOTATIONS_PER_LEVEL = 10;

/** Commands that GitHub has removed or deprecated. A workflow that still prints them gets a message. */
const WITHDRAWN: ReadonlyMap<string, string> = new Map([
  ["set-env", "GITHUB_ENV"],
  ["add-path", "GITHUB_PATH"],
  ["set-output", "GITHUB_OUTPUT"],
  ["save-state", "GITHUB_STATE"],
]);

const SHOWN_AS_MARKER = new Set(["group", "endgroup", "debug"]);

export function createStepConsole(options: {
  readonly log: StepLog;
  readonly masker: Masker;
  readonly publish: (annotation: Annotation) => void;
}): StepConsole {
  const { log, masker } = options;
  const counts = new Map<AnnotationLevel, number>();
  const broken: string[] = [];
  let stopToken: string | undefined;

  const publish = (level: AnnotationLevel, command: Pick<WorkflowCommand, "data" | "properties">): void => {
    log.write(`##[${level}]${command.data}`);
    const count = (counts.get(level) ?? 0) + 1;
    counts.set(level, count);
    if (count <= ANNOTATIONS_PER_LEVEL) options.publish(toAnnotation(level, command, masker));
  };
  const fail = (message: string): void => {
    broken.push(message);
    publish("error", { data: message, properties: {} });
  };
  const stop = (token: string, line: string): void => {
    log.write(line);
    if (token.trim() === "") fail("::stop-commands:: needs a token to resume with");
    else stopToken = token.toLowerCase();
  };
  const obey = (command: WorkflowCommand, line: string): void => {
    const { name, data } = command;
    if (name === "error" || name === "warning" || name === "notice") publish(name, command);
    else if (name === "stop-commands") stop(data, line);
    else if (name === "add-mask") {
      masker.add(data);
      log.write("::add-mask::***");
    } else if (WITHDRAWN.has(name)) {
      fail(`::${name}:: is not supported: append to the file that $${WITHDRAWN.get(name)} names`);
    } else log.write(SHOWN_AS_MARKER.has(name) ? `##[${name}]${data}` : line);
  };

  return {
    print: log.write,
    read: (line) => {
      const command = parseWorkflowCommand(line);
      if (command === undefined) log.write(line);
      else if (stopToken === undefined) obey(command, line);
      else {
        if (command.name === stopToken) stopToken = undefined;
        log.write(line);
      }
    },
    annotate: (level, message) => publish(level, { data: message, properties: {} }),
    broken: () => [...broken],
  };
}

function toAnnotation(
  level: AnnotationLevel,
  { properties, data }: Pick<WorkflowCommand, "data" | "properties">,
  masker: Masker,
): Annotation {
  const text = (key: string): string | undefined => (properties[key] ? masker.mask(properties[key]) : undefined);
  const number = (key: string): number | undefined =>
    /^\d+$/.test(properties[key] ?? "") ? Number(properties[key]) : undefined;
  const optional = {
    title: text("title"),
    file: text("file"),
    line: number("line"),
    endLine: number("endline"),
    column: number("col"),
    endColumn: number("endcolumn"),
  };
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return { level, message: masker.mask(data), ...given };
}
