/** The body of a check run request, with GitHub's limits (decisions.md#github-limits). */
import { z } from "zod";
import type { CheckChange } from "./operations/checks/record-check.js";
import { CHECK_CONCLUSIONS, type CheckAnnotation } from "./records/check.js";

const TEXT_LIMIT = 65_535;
const DETAIL_LIMIT = 65_536;
const MAX_ANNOTATIONS = 50;
const MAX_ACTIONS = 3;

const tooLong = (limit: number) => ({ error: `Only ${limit} characters are allowed` });
const characters = (limit: number) => z.string().max(limit, tooLong(limit));
/** The summary is measured in bytes, unlike the text beside it. */
const bytes = (limit: number) =>
  z.string().refine((text) => Buffer.byteLength(text) <= limit, { error: `Only ${limit} bytes are allowed` });
const line = z.number().int().positive();

const Annotation = z
  .looseObject({
    path: z.string().min(1),
    start_line: line,
    end_line: line,
    start_column: line.nullish(),
    end_column: line.nullish(),
    annotation_level: z.enum(["notice", "warning", "failure"]),
    message: z.string().min(1).pipe(bytes(DETAIL_LIMIT)),
    title: characters(255).nullish(),
    raw_details: bytes(DETAIL_LIMIT).nullish(),
  })
  .refine(({ start_line, end_line }) => end_line >= start_line, { error: "end_line must not be before start_line" })
  .refine(
    ({ start_line, end_line, start_column, end_column }) =>
      start_line === end_line || (start_column == null && end_column == null),
    {
      error: "columns are only for annotations of one line",
    },
  );

const Output = z.looseObject({
  title: z.string(),
  summary: bytes(TEXT_LIMIT),
  text: characters(TEXT_LIMIT).nullish(),
  annotations: z
    .array(Annotation)
    .max(MAX_ANNOTATIONS, { error: `No more than ${MAX_ANNOTATIONS} items are allowed` })
    .optional(),
});

const Action = z.looseObject({ label: characters(20), description: characters(40), identifier: characters(20) });

const instant = z.iso.datetime({ offset: true });

const fields = {
  details_url: z.url({ error: "must use http or https scheme", protocol: /^https?$/ }).optional(),
  external_id: z.string().optional(),
  status: z.enum(["queued", "in_progress", "completed"]).optional(),
  started_at: instant.optional(),
  conclusion: z.enum(CHECK_CONCLUSIONS).optional(),
  completed_at: instant.optional(),
  output: Output.optional(),
  actions: z
    .array(Action)
    .max(MAX_ACTIONS, { error: `No more than ${MAX_ACTIONS} items are allowed` })
    .optional(),
};

/** `completed` needs a conclusion. */
const needsConclusion = (body: {
  status?: string | undefined;
  completed_at?: string | undefined;
  conclusion?: string | undefined;
}) => body.conclusion !== undefined || (body.status !== "completed" && body.completed_at === undefined);
const CONCLUSION_MISSING = { path: ["conclusion"], error: "a completed check run needs a conclusion" };

export const NewCheckRun = z
  .looseObject({ name: z.string().min(1), head_sha: z.string(), ...fields })
  .refine(needsConclusion, CONCLUSION_MISSING);
export const CheckRunUpdate = z.looseObject({ name: z.string().min(1).optional(), ...fields });
export type CheckRunUpdate = z.infer<typeof CheckRunUpdate>;

export function changeOf(body: CheckRunUpdate): CheckChange {
  const { output } = body;
  return {
    name: body.name,
    externalId: body.external_id,
    detailsUrl: body.details_url,
    status: body.status,
    conclusion: body.conclusion,
    startedAt: body.started_at,
    completedAt: body.completed_at,
    output: output && { title: output.title, summary: output.summary, text: output.text ?? null },
    annotations: output?.annotations?.map(annotationOf),
    actions: body.actions?.map(({ label, description, identifier }) => ({ label, description, identifier })),
  };
}

function annotationOf(given: z.infer<typeof Annotation>): CheckAnnotation {
  return {
    path: given.path,
    startLine: given.start_line,
    endLine: given.end_line,
    startColumn: given.start_column ?? null,
    endColumn: given.end_column ?? null,
    level: given.annotation_level,
    message: given.message,
    title: given.title ?? null,
    rawDetails: given.raw_details ?? null,
  };
}
