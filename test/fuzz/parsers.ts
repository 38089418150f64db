/** Every parser of what comes from outside, as a function of one text. A refusal is a value; nothing may be thrown. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ToolUseBlock } from "@anthropic-ai/sdk/resources/messages";
import { strToU8, zipSync } from "fflate";
import { z } from "zod";
import { readCommands } from "../../src/commands/read-commands.js";
import { fenceUntrusted } from "../../src/context/fence-untrusted.js";
import { SopFrontMatter, splitFrontMatter } from "../../src/domain/budget/sop.js";
import { withoutPaths } from "../../src/domain/clarity/without-paths.js";
import { Config } from "../../src/domain/config/config.js";
import { PathPattern, patternMatcher } from "../../src/domain/config/path-pattern.js";
import type { ReportFormat } from "../../src/domain/config/report-format.js";
import { resolveConfig } from "../../src/domain/config/resolve-config.js";
import { amendmentVagueness } from "../../src/domain/debate/vague-amendment.js";
import { normalisePath } from "../../src/domain/enforcement/normalise-path.js";
import { GateRequest } from "../../src/domain/gates/gate-request.js";
import { isPlaceholder, placeholderIn } from "../../src/domain/placeholder.js";
import { FactoryState } from "../../src/engine/factory-state.js";
import { judgeResolution } from "../../src/features/packages/judge-resolution.js";
import { standInIn } from "../../src/features/shipping/concreteness.js";
import { parseTaskFile } from "../../src/features/tasks/task-file/parse-task-file.js";
import { readCoverage } from "../../src/gates/execute/coverage.js";
import { readPlanJson } from "../../src/gates/plan/plan-json.js";
import { classifyFailure } from "../../src/gates/readers/classify-failure.js";
import { readReports } from "../../src/gates/readers/read-report.js";
import { checkReport } from "../../src/github/observe/check-report.js";
import { readReportArchive } from "../../src/github/observe/read-report-archive.js";
import { messageAssembler } from "../../src/model/providers/anthropic/message-assembler.js";
import { createRedactor } from "../../src/redaction/redactor.js";
import { codeBlock } from "../../src/render/code.js";
import { cutText } from "../../src/render/cut.js";
import { plainLine, plainText } from "../../src/render/plain-text.js";
import { renderMarkdown } from "../../src/sandbox/pages/markdown/markdown.js";
import { affectedRepository } from "../../src/server/webhooks/affected-repository.js";
import { installedRepositories } from "../../src/server/webhooks/installed-repositories.js";
import { pressedButton } from "../../src/server/webhooks/pressed-button.js";
import { readYaml } from "../../src/yaml/yaml.js";
import { ROLE_ACTIVITIES } from "../support/role-activities.js";
import { KEY, PRIVATE_KEY, SECRETS } from "../support/secrets.js";
import { grown } from "./grown.js";

export type Parser = {
  readonly name: string;
  readonly parse: (text: string) => unknown;
  /** Good and bad texts to begin with. */
  readonly corpus: readonly string[];
};

const FIXTURES = new URL("../../fixtures/", import.meta.url);
const fixture = (path: string) => readFileSync(new URL(path, FIXTURES), "utf8");
const kept = (name: string) =>
  readdirSync(new URL(`fuzz/${name}/`, FIXTURES)).map((file) => fixture(`fuzz/${name}/${file}`));

const grownFrom = (file: string) => grown(new URL(`fuzz/${file}`, FIXTURES));

/** What a webhook's body becomes before anything of ours sees it; what is not JSON is refused by the library before us. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The same text as a model streams it: a few characters at a time, as the input of the tool that takes answers. */
function streamed(text: string): unknown {
  const message = messageAssembler();
  const tool: ToolUseBlock = { type: "tool_use", id: "toolu_1", name: "answer", input: {}, caller: { type: "direct" } };
  message.take({ type: "content_block_start", index: 0, content_block: tool });
  for (const partial_json of text.match(/.{1,97}/gs) ?? []) {
    message.take({ type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json } });
  }
  message.take({ type: "content_block_stop", index: 0 });
  const [block] = message.arrived().content;
  return block?.type === "tool_use" ? block.input : null;
}

/** GitHub's own examples of what it delivers. */
function deliveries(): string[] {
  const path = createRequire(import.meta.url).resolve("@octokit/webhooks-examples/api.github.com/index.json");
  const known = z.array(z.object({ name: z.string(), examples: z.array(z.unknown()) }));
  const requested = ["issue_comment", "check_run", "workflow_run", "installation", "pull_request"];
  return known
    .parse(JSON.parse(readFileSync(path, "utf8")))
    .filter(({ name }) => requested.includes(name))
    .map(({ examples }) => JSON.stringify(examples[0]));
}

const REQUEST = GateRequest.parse(JSON.parse(fixture("fuzz/report/request.json")));
const reports = (format: ReportFormat) => (text: string) =>
  readReports(format, [text], { root: "/work", printed: text });
const RESOLVED = {
  name: "resolve",
  command: "npm install",
  required: true,
  status: "PASSED",
  exit_code: 0,
  duration_ms: 1,
  output: "",
} as const;
const REDACTOR = createRedactor([...Object.values(SECRETS), KEY], () => 0);
const PLACE = { lines: "kept", repositoryPath: "/acme/product" } as const;

export const PARSERS: readonly Parser[] = [
  {
    name: "config",
    // As the App reads it, and as the gates do, which say more about each key.
    parse: (text) => {
      const raw = readYaml("config.yml", text, z.unknown());
      return [readYaml("config.yml", text, Config.nullable()), raw.ok ? resolveConfig(raw.value) : raw];
    },
    corpus: [...kept("config"), ...grownFrom("grown-yaml.yml")],
  },
  {
    name: "state",
    parse: (text) => readYaml("state.yml", text, FactoryState),
    corpus: [...kept("state"), ...grownFrom("grown-yaml.yml")],
  },
  { name: "commands", parse: readCommands, corpus: [...kept("commands"), ...grownFrom("grown-commands.yml")] },
  { name: "plan", parse: readPlanJson, corpus: kept("plan") },
  { name: "report", parse: (text) => checkReport(json(text), REQUEST), corpus: kept("report") },
  {
    name: "archive",
    parse: (text) => {
      const zip = zipSync({ "report.json": strToU8(text) });
      // The text also says where the archive itself is damaged.
      const at = (text.length * 31) % zip.length;
      zip[at] = (zip[at] ?? 0) ^ 0x5a;
      return [readReportArchive(zip), readReportArchive(strToU8(text, true))];
    },
    corpus: kept("report"),
  },
  {
    name: "webhook",
    parse: (text) => {
      const body = json(text);
      return [affectedRepository(body, "factory[bot]"), installedRepositories(body), pressedButton(body)];
    },
    corpus: deliveries(),
  },
  {
    name: "answer",
    parse: (text) => {
      const answers = [json(text), streamed(text)];
      return Object.values(ROLE_ACTIVITIES).map(({ Answer }) =>
        answers.map((answer) => Answer.safeParse(answer).success),
      );
    },
    corpus: kept("answer"),
  },
  // The pages of the sandbox, which nobody but its own user writes into; nothing else of ours renders Markdown.
  {
    name: "markdown",
    parse: (text) => renderMarkdown(text, PLACE),
    corpus: [...kept("markdown"), ...grownFrom("grown-markdown.yml")],
  },
  {
    name: "prompt-fence",
    parse: (text) => fenceUntrusted(text, { label: "a text", boundary: "b".repeat(16), maxCharacters: 4_000 }),
    corpus: kept("markdown"),
  },
  {
    name: "front-matter",
    parse: (text) => {
      const split = splitFrontMatter("sop.md", text);
      return split.ok ? readYaml("sop.md", split.value.frontMatter, SopFrontMatter) : split;
    },
    corpus: [
      ...kept("front-matter"),
      ...grownFrom("grown-yaml.yml").map((text) => `---\n${text}\n---\nWrap errors.\n`),
    ],
  },
  {
    name: "package-lock",
    parse: (text) =>
      ["package-lock.json", "package.json"].map((path) =>
        judgeResolution({
          declared: [{ name: "left", range: "^1.0.0", why: "It pads." }],
          report: { commands: [RESOLVED], resolved_files: [{ path, text }] },
          before: (known) => (known === ".npmrc" ? text : undefined),
        }),
      ),
    corpus: kept("package-lock"),
  },
  {
    name: "coverage",
    parse: (text) => [readCoverage("percent", text), readCoverage("lcov", text)],
    corpus: ["All files | 87.5 | 80 |\nLines: 87.50%\n", "SF:src/a.js\nDA:1,1\nLF:10\nLH:9\nend_of_record\n"],
  },
  {
    name: "path-pattern",
    // Patterns of configurations, standards and roles, on names that anybody gave their files.
    parse: (text) => {
      const [pattern = "", ...paths] = text.split("\n");
      const read = PathPattern.safeParse(pattern);
      return read.success ? paths.map((path) => patternMatcher([read.data])(path)) : read.success;
    },
    corpus: ["src/**/*.{ts,js}\nsrc/a/b.ts\n.env", ...grownFrom("grown-path-pattern.yml")],
  },
  {
    name: "redaction",
    parse: (text) => [REDACTOR.text(text), REDACTOR.file(text), REDACTOR.log(text)],
    corpus: [
      ...Object.values(SECRETS).map(({ value }) => `Authorization: Bearer ${value}\n${PRIVATE_KEY}`),
      ...grownFrom("grown-redaction.yml"),
    ],
  },
  { name: "task-file", parse: parseTaskFile, corpus: kept("task-file") },
  {
    name: "junit",
    parse: reports("junit"),
    corpus: [fixture("test-reports/pytest.xml"), fixture("test-reports/surefire.xml"), ...kept("junit")],
  },
  {
    name: "words",
    // What is done to anybody's words before they are judged, kept or shown.
    parse: (text) => [
      plainText(text),
      plainLine(text),
      codeBlock(text),
      cutText(text, 1_000),
      isPlaceholder(text),
      placeholderIn(text),
      normalisePath(text),
      amendmentVagueness({ target: "clause CL-001", detail: text }),
      standInIn(text),
      withoutPaths(text),
    ],
    corpus: [...kept("markdown"), ...grownFrom("grown-failure.yml"), ...grownFrom("grown-words.yml")],
  },
  ...(["test", "hook", "collecting"] as const).map((phase) => ({
    name: `failure-${phase}`,
    parse: (text: string) => classifyFailure({ text, phase, testFile: "a.test.js", testClass: "a.B", root: "/work" }),
    corpus: [fixture("test-reports/node.tap"), ...grownFrom("grown-failure.yml")],
  })),
  { name: "tap", parse: reports("tap"), corpus: [fixture("test-reports/node.tap"), ...grownFrom("grown-tap.yml")] },
  { name: "go-json", parse: reports("go-json"), corpus: [fixture("test-reports/go.jsonl")] },
  {
    name: "cargo",
    parse: reports("cargo"),
    corpus: [
      fixture("test-reports/cargo.txt"),
      fixture("test-reports/cargo-missing.txt"),
      ...grownFrom("grown-failure.yml"),
    ],
  },
  { name: "node-test", parse: reports("node-test"), corpus: [fixture("test-reports/node-test.jsonl")] },
  { name: "vitest-json", parse: reports("vitest-json"), corpus: [fixture("test-reports/vitest.json")] },
  { name: "jest-json", parse: reports("jest-json"), corpus: [fixture("test-reports/vitest.json")] },
  { name: "surefire", parse: reports("surefire"), corpus: [fixture("test-reports/surefire.xml")] },
];
