import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { readYaml } from "../../yaml/yaml.js";
import { StoryFile } from "./story-file.js";

/** A recorded story: its folder, the request, and what the person did. */
export type RecordedStory = {
  readonly name: string;
  readonly folder: string;
  /** The recordings of the model's answers. */
  readonly recordings: string;
  readonly spec: string;
  readonly story: StoryFile;
  /** The story is part of this package, so its code is public. */
  readonly own: boolean;
};

export const STORY_FILE = "story.yml";
export const RECORDINGS = "recordings";
export const SPEC_FILE = "SPEC.md";

const STORIES = fileURLToPath(new URL("../../../fixtures/live", import.meta.url));

/** A story of this package by its name, or any folder by its path, which contains a slash. */
export function readStory(name: string): Outcome<RecordedStory> {
  const own = /^[\w-]+$/.test(name);
  const folder = own ? join(STORIES, name) : name;
  const missing = [SPEC_FILE, STORY_FILE, RECORDINGS].filter(
    (file) => statSync(join(folder, file), { throwIfNoEntry: false }) === undefined,
  );
  if (missing.length > 0)
    return refuse(
      "story",
      `--story: ${own ? `there is no recorded story ${name}` : `${name} is no recorded story`}: ${missing.join(" and ")} is missing in ${folder}`,
    );
  const story = readYaml(join(folder, STORY_FILE), readFileSync(join(folder, STORY_FILE), "utf8"), StoryFile);
  if (!story.ok) return story;
  if (story.value.request === null)
    return refuse("story", `--story: ${name} was recorded up to the request only, so there is nothing to play`);
  return accept({
    name,
    folder,
    recordings: join(folder, RECORDINGS),
    spec: readFileSync(join(folder, SPEC_FILE), "utf8"),
    story: story.value,
    own,
  });
}
