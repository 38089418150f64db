import { afterTheSecond, type Person, until } from "./person.js";

/** Tells one step of the story as it happens. */
export type Tell = (what: string) => void;

/** What the person decides when the third task halts: the spec had left a boundary open. */
const AMENDED_SPEC = `/factory amend-spec The spec left open what minutes that round up to 60 are.

\`\`\`yaml
amended_acceptance_criteria:
  - returns \`less than a minute\` for 0.4
  - returns \`1 minute\` for 1
  - returns \`12 minutes\` for 12.2
  - returns \`1 hour 5 minutes\` for 65
  - returns \`1 hour\` for 59.6
amendment_rationale: The spec left open what minutes that round up to 60 are.
\`\`\``;

export type Ending = { readonly issue: number; readonly tag: string };

/** From SPEC.md to a release, as its user lives it: four decisions, and otherwise watching. */
export async function playStory(person: Person, tell: Tell): Promise<Ending> {
  const setup = await until("the set-up pull request", () => person.pullOf("factory/setup"));
  tell(`The App proposes its set-up: pull request #${setup.number}`);
  await person.merge(setup.number);
  tell(`${person.login} merges it. That is consent; nothing happened before`);
  const issue = await person.ask("Build reading-time");
  tell(`Issue #${issue} is labelled \`factory\``);
  await approveSpec(person, issue, tell);
  const tag = await watchTasks(person, tell);
  return { issue, tag };
}

async function approveSpec(person: Person, issue: number, tell: Tell): Promise<void> {
  const spec = await until("the spec's pull request", () => person.pullOf("factory/spec"));
  tell(`The product role wrote the spec: pull request #${spec.number}`);
  await afterTheSecond();
  const amend = "/factory amend TSK-003 should say hours from 60 minutes on";
  await person.comment(spec.number, amend);
  tell(`${person.login}: ${amend}`);
  await until("the amended spec", async () => {
    const now = await person.pullOf("factory/spec");
    return now !== undefined && now.head.sha !== spec.head.sha;
  });
  await until("the status comment", async () =>
    (await person.comments(issue)).some((body) => body.includes("ready for you")),
  );
  tell("The draft is patched; what was not mentioned is as it was");
  await afterTheSecond();
  await person.comment(spec.number, "/factory approve");
  tell(`${person.login}: /factory approve`);
}

/** Says what changes in the tasks' pull requests, answers the one halt, and ends with the release. */
async function watchTasks(person: Person, tell: Tell): Promise<string> {
  const seen = new Map<string, string>();
  const answered = new Set<number>();
  const news = (key: string, state: string, text: string) => {
    if (seen.get(key) === state) return;
    seen.set(key, state);
    tell(text);
  };
  return until(
    "the release",
    async () => {
      for (const pull of (await person.pulls()).toReversed()) {
        if (!pull.head.ref.startsWith("factory/T-")) continue;
        const merged = pull.merged_at !== null;
        news(
          pull.head.ref,
          merged ? "merged" : "open",
          `#${pull.number} ${pull.title} ${merged ? "has shipped" : "is in work"}`,
        );
        const halted = pull.labels.some(({ name }) => name === "factory:halted");
        if (!halted || merged || answered.has(pull.number)) continue;
        answered.add(pull.number);
        tell(`#${pull.number} has halted and asks for a decision`);
        await afterTheSecond();
        await person.comment(pull.number, AMENDED_SPEC);
        tell(`${person.login}: /factory amend-spec, with the boundary that was left open`);
      }
      const [release] = await person.releases();
      return release?.tag_name;
    },
    1_200_000,
  );
}
