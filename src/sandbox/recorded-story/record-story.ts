import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_PATH } from "../../domain/gates/state-paths.js";
import { orThrow } from "../../domain/refusal.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";
import type { Person, PersonComment } from "../demo/person.js";
import { addSaying, type KeyedStep, type OpenWait } from "./add-saying.js";
import { SPEC_FILE, STORY_FILE } from "./read-story.js";
import { ISSUE, StoryFile } from "./story-file.js";

/** The part of a person that is asked. */
export type Watched = Pick<
  Person,
  "state" | "asked" | "pulls" | "peopleSaid" | "approvalsOf" | "request" | "file" | "firstCommit" | "releases"
>;

export type StoryRecording = {
  readonly folder: string;
  readonly spec: string;
  /** What the story is called when it is played. */
  readonly about: string;
};

/**
 * A function that records what people did since its last call. A recording that is there already is continued: comments
 * that are there at the first call belong to it.
 */
export function recordStory(person: Watched, { folder, spec, about }: StoryRecording): () => Promise<void> {
  const file = join(folder, STORY_FILE);
  const goesOn = statSync(file, { throwIfNoEntry: false }) !== undefined;
  let story: StoryFile = goesOn
    ? orThrow(readYaml(STORY_FILE, readFileSync(file, "utf8"), StoryFile))
    : { schema_version: 1, about, request: null, config: null, steps: [], released: null };
  let steps: readonly KeyedStep[] = story.steps.map((step) => ({ key: null, step }));
  let openBefore: readonly OpenWait[] = [];
  const heard = new Set<string>();
  const write = (next: StoryFile) => {
    story = next;
    writeFileSync(file, writeYaml(story, StoryFile));
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, SPEC_FILE), spec);
  write(story);
  let isFirst = goesOn;
  return async () => {
    const state = await person.state();
    if (state === undefined) return;
    const { issue } = state.request;
    if (story.request === null) write({ ...story, ...(await beginning(person, issue)) });
    const { placeOf, specs } = await branches(person, issue);
    const open = (await person.asked(issue)).map(({ key, place, decision = null }) => ({
      key,
      place: placeOf(place),
      decision,
    }));
    const news = (await allSaid(person, specs)).filter(({ key }) => !heard.has(key));
    for (const { key, place, text } of news) {
      heard.add(key);
      if (isFirst) continue;
      // The comment may have closed its wait already, so what was open before counts, too.
      const waits = [...openBefore, ...open.filter((wait) => openBefore.every((before) => before.key !== wait.key))];
      steps = addSaying(steps, { place: placeOf(place), text, open: waits });
    }
    openBefore = open;
    isFirst = false;
    const released = (await person.releases())[0]?.tag_name ?? null;
    if (news.length > 0 || released !== story.released)
      write({ ...story, steps: steps.map(({ step }) => step), released });
  };
}

/** The request, and the configuration if a person changed what the App had proposed. */
async function beginning(person: Watched, issue: number): Promise<Pick<StoryFile, "request" | "config">> {
  const { labels, ...request } = await person.request(issue);
  const setup = (await person.pulls()).find(({ head }) => head.ref === "factory/setup");
  const proposal = setup === undefined ? undefined : await person.firstCommit(setup.number);
  const proposed = proposal === undefined ? undefined : await person.file(CONFIG_PATH, proposal);
  const config = await person.file(CONFIG_PATH);
  return {
    request: { ...request, labels: labels.filter((label) => label.startsWith("factory")) },
    config: config === undefined || config === proposed ? null : config,
  };
}

async function branches(person: Watched, issue: number) {
  const pulls = await person.pulls();
  const names = new Map(pulls.map(({ number, head }) => [number, head.ref]));
  return {
    placeOf: (place: number) => (place === issue ? ISSUE : (names.get(place) ?? `#${place}`)),
    specs: pulls.filter(({ head }) => head.ref.startsWith("factory/spec")).map(({ number }) => number),
  };
}

async function allSaid(person: Watched, specs: readonly number[]): Promise<PersonComment[]> {
  const approvals = await Promise.all(specs.map((pull) => person.approvalsOf(pull)));
  return [...(await person.peopleSaid()), ...approvals.flat()];
}
