import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { z } from "zod";
import { planSection } from "./plan-example.js";

const Described = z.record(z.string(), z.looseObject({ description: z.string(), default: z.string().optional() }));
const ActionYml = z.looseObject({ name: z.string(), description: z.string(), inputs: Described, outputs: Described });

/** `action/README.md`: a manual text around tables that are generated from action.yml. */
export function actionReadme(): string {
  const file = fileURLToPath(new URL("../../action/action.yml", import.meta.url));
  const { name, description, inputs, outputs } = ActionYml.parse(load(readFileSync(file, "utf8")));
  return [
    `# ${name}`,
    "<!-- Generated from action.yml: npm run generate -->",
    description,
    "In the factory it is started by the installed workflow, `.github/workflows/factory-gates.yml`, and needs no attention.",
    "## On its own",
    ["```yaml", ...EXAMPLE, "```"].join("\n"),
    [
      "The first step lets bubblewrap confine the code under test on GitHub's Ubuntu runners. On a machine of your own install bubblewrap, or",
      "run the job as root or with `sudo` where `unshare` and `setpriv` (util-linux) are. Where neither confines anything, nothing of the change is",
      "run: what needs it is NOT_RUN, which fails, unless `confinement: preferred` accepts that it runs with everything the job may do.",
    ].join("\n"),
    "A plan says what is to change and what the tests must prove; the gates hold the change to it.",
    [
      "A CONTRACT run that passes leaves what it judged: in its report, and in the git directory of the repository, under its `outputId`. An",
      "EXECUTION run whose plan has that id as `contractRunId` is held to it; in another job or on another machine, keep `report.json` as an",
      "artifact and pass it as `contract-report`. Without a `contractRunId` the tests are compared with the base: give an EXECUTION run the",
      "commit of the red tests as `base`, or TEST_READ_ONLY_ENFORCEMENT is skipped and says so.",
    ].join("\n"),
    [
      "Nor is a baseline: when a test of the whole suite fails, the suite runs once more at the base, without the plan's own test",
      "file, and what fails there, too, is named but not held against the change.",
    ].join("\n"),
    planSection(),
    "## Inputs",
    table(["Input", "What it is", "Default"], rows(inputs, true)),
    "## Outputs",
    table(["Output", "What it is"], rows(outputs, false)),
    "## What a run can and cannot be trusted with",
    TRUST.join("\n"),
    "",
  ]
    .join("\n\n")
    .replace(/\n\n$/, "\n");
}

const EXAMPLE = [
  "permissions: {}",
  "jobs:",
  "  gates:",
  "    runs-on: ubuntu-24.04",
  "    permissions:",
  "      contents: read",
  "    steps:",
  "      - name: Allow confinement",
  "        run: |",
  "          command -v bwrap || { sudo apt-get update --quiet && sudo apt-get install --yes --quiet bubblewrap; }",
  "          # Ubuntu lets only named programs make user namespaces; bubblewrap is not among them.",
  "          sudo sysctl --write kernel.apparmor_restrict_unprivileged_userns=0",
  "      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1",
  "        with:",
  "          fetch-depth: 0",
  "          persist-credentials: false",
  "      - uses: OWNER/software-factory/action@SHA",
  "        with:",
  "          plan: plan.json",
];

const TRUST = [
  "- Commands of the candidate run in namespaces of their own (bubblewrap, or `unshare` and `setpriv`), with an environment",
  "  built from nothing, without network once packages are installed, with limits on time, output and disk. They see the system's own",
  "  files, which they can only read, and the folders of their run, and nothing of them is left when a command has ended. The report says how.",
  "- Where nothing confines them they are not run, unless the configuration at the base or whoever starts the run prefers that to no",
  "  verdict. Then nothing here holds: such code can do what the job may do, and also rewrite the report and what it says of confinement.",
  "- Install scripts are off. Before every command all files are as set-up left them, ignored files and the home folder too;",
  "  installed packages can then only be read. A test run that changes a tracked file, even for a moment, is not believed: tests",
  "  write to untracked files or to a temporary folder.",
  "- A test that must fail is added to the module's own test file under a random name. If it is not reported as failing, or if",
  "  a report is cut off, nothing that was reported counts.",
  "- Code under test shares its process with its tests. It can still forge what a canary does not look at: it could",
  "  recognise the canary, or write the runner's own protocol. That is why tests are judged by reading before they run, why their names",
  "  must equal those in the source, and why people and reviewers see the code.",
];

function rows(described: z.infer<typeof Described>, withDefault: boolean): string[][] {
  return Object.entries(described).map(([name, { description, default: value }]) => [
    `\`${name}\``,
    description.replaceAll("|", "\\|"),
    ...(withDefault ? [value === undefined || value === "" ? "" : `\`${value}\``] : []),
  ]);
}

function table(head: readonly string[], body: readonly string[][]): string {
  return [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
