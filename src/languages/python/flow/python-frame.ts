import type { PythonModule } from "../python-module.js";
import type { PythonNode } from "../python-node.js";
import type { PythonFlow } from "./python-flow.js";
import type { PythonPlace } from "./python-sources.js";
import type { PythonValues } from "./python-values.js";

/** One file as assertions in it are judged. */
export type JudgedPython = PythonPlace & {
  readonly module: PythonModule;
  readonly values: PythonValues;
  readonly flow: PythonFlow;
  /** Set-up and tear-down that every test of the file has around it. */
  readonly hooks: readonly PythonNode[];
  /** Whether a call makes a coroutine, which does nothing until somebody awaits it. */
  isCoroutine(call: PythonNode): boolean;
  /** Whether anything that the file imports is the subject. */
  readonly hasSubject: () => boolean;
};

/** The function of a test, or of a helper, in which an assertion stands. */
export type PythonFrame = JudgedPython & { readonly body: PythonNode };
