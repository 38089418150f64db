import { z } from "zod";
import { EpicId, Instant, PillarId, SpecId, SpecTaskId, StoryId, Version } from "../../domain/ids.js";
import { Scope } from "../../domain/ledger/scope.js";
import { Dimension, Line, Prose } from "./criteria/text.js";

/** Prose for each of the five contract dimensions; the micro plan refines it into a contract (requirements.md#product-spec). */
export const IoContractSketch = z.strictObject({
  inputs: Dimension,
  outputs: Dimension,
  error_surfaces: Dimension,
  effects: Dimension,
  modes: Dimension,
});
export type IoContractSketch = z.infer<typeof IoContractSketch>;

export const IO_DIMENSIONS = IoContractSketch.keyof().options;

const specFields = {
  spec_id: SpecId,
  spec_version: Version,
  title: Line,
  description: Prose,
  created_at: Instant,
  updated_at: Instant,
  /** How it answers the request, statement by statement; absent where no request was read (decisions.md#the-scope-ledger). */
  scope: Scope.exactOptional(),
};
const pillarFields = { pillar_id: PillarId, name: Line, description: Prose, rationale: Prose };
const epicFields = { epic_id: EpicId, name: Line, description: Prose, success_criteria: z.array(Prose) };
const storyFields = { story_id: StoryId, name: Line, description: Prose, user_facing_behavior: Prose };
const taskFields = {
  task_id: SpecTaskId,
  name: Line,
  description: Prose,
  subtasks: z.array(Prose),
  acceptance_criteria: z.array(Prose),
  depends_on: z.array(SpecTaskId).exactOptional(),
};

/** An implementable unit, which becomes one pull request. */
export const SpecTask = z.strictObject({
  ...taskFields,
  subtasks: taskFields.subtasks.min(2),
  acceptance_criteria: taskFields.acceptance_criteria.min(2),
  io_contract_sketch: IoContractSketch,
});
export type SpecTask = z.infer<typeof SpecTask>;

/** A behaviour that a user can see. */
export const Story = z.strictObject({ ...storyFields, tasks: z.array(SpecTask).min(1) });
export type Story = z.infer<typeof Story>;

/** A major capability. */
export const Epic = z.strictObject({
  ...epicFields,
  success_criteria: epicFields.success_criteria.min(1),
  stories: z.array(Story).min(1),
});
export type Epic = z.infer<typeof Epic>;

/** A strategic theme. */
export const Pillar = z.strictObject({ ...pillarFields, epics: z.array(Epic).min(1) });
export type Pillar = z.infer<typeof Pillar>;

/** A well-formed product spec (requirements.md#product-spec). `validateSpec` checks references between its ids. */
export const ProductSpec = z.strictObject({ ...specFields, pillars: z.array(Pillar).min(1) });
export type ProductSpec = z.infer<typeof ProductSpec>;

const children = z.array(z.unknown());
const dimension = z.unknown().optional();

/**
 * Each level's own fields without its children, so that one broken task hides nothing about its siblings. Other
 * criteria check the numbers of children and the five dimensions (requirements.md#spec-completeness, 1 to 6).
 */
export const OWN_FIELDS = {
  spec: z.strictObject({ ...specFields, pillars: children.min(1, "must have at least 1 pillar") }),
  pillar: z.strictObject({ ...pillarFields, epics: children }),
  epic: z.strictObject({ ...epicFields, stories: children }),
  story: z.strictObject({ ...storyFields, tasks: children }),
  task: z.strictObject({
    ...taskFields,
    io_contract_sketch: z.strictObject({
      inputs: dimension,
      outputs: dimension,
      error_surfaces: dimension,
      effects: dimension,
      modes: dimension,
    }),
  }),
};
