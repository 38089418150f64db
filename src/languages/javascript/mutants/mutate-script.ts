import { ACTIVATION, MUTANT_VARIABLES, type MutableFile } from "../../mutants/mutant.js";
import { type Choice, weave } from "../../mutants/weave.js";
import { parseScript, scriptProblems } from "../parse-script.js";
import { scriptSites } from "./script-sites.js";

/** The mutants of a script. Undefined if it cannot be read. */
export function mutateScript(path: string, text: string): MutableFile | undefined {
  const source = readable(path, text);
  return source === undefined ? undefined : weave(text, scriptSites(source), choose, (body) => `${body}\n${ACTIVATE}`);
}

function readable(path: string, text: string) {
  try {
    const source = parseScript(path, text);
    return scriptProblems(source).length === 0 ? source : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Types play no part: what runs a test removes them without a check. */
const choose: Choice = (kind, original, variants) => {
  if (kind === "statement") {
    const conditions = variants.map(({ name }) => `!${ACTIVATION}("${name}")`);
    // A block, so that it also fits after `if` and where no semicolon stood.
    return `{if(${conditions.join("&&")}){${original}}}`;
  }
  const choices = variants.map(({ name, text }) => `${ACTIVATION}("${name}")?(${text}):`);
  return `(${choices.join("")}(${original}))`;
};

/** A function declaration at the end: it is there before the first line runs, and moves no line. */
const ACTIVATE = `;function ${ACTIVATION}(name){
  var s=globalThis.__factory_mutants__;
  if(s===undefined){
    var p=globalThis.process,e=p&&p.env||{};
    s=globalThis.__factory_mutants__={active:e.${MUTANT_VARIABLES.active},file:e.${MUTANT_VARIABLES.reached},seen:{},fs:null};
    if(s.file&&p.getBuiltinModule)s.fs=p.getBuiltinModule("fs");
  }
  if(s.fs&&s.seen[name]===undefined){s.seen[name]=true;try{s.fs.appendFileSync(s.file,name+"\\n")}catch(_){}}
  return s.active===name
}
`;
