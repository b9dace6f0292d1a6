import { z } from 'zod';
import { formBoolean, rawText, referencedId } from '../shared/wire-fields';

const WEB_VITALS = ['CLS', 'FCP', 'INP', 'LCP'] as const;

const urlTriggerSchema = z.object({ url: z.string(), matching: z.literal('regex') });

/** A flag that decides whether a session is recorded: by any enabled value, or by one variant. */
const linkedFlagSchema = z.object({
  id: z.int(),
  key: z.string(),
  variant: z.string().nullish(),
});

/**
 * Settings of a project that SDKs receive at start-up, with the names of PostHog's project settings. Null: not set,
 * which SDKs treat as off or as no restriction.
 */
export const sdkSettingsSchema = z.object({
  autocapture_opt_out: z.boolean().nullable(),
  autocapture_exceptions_opt_in: z.boolean().nullable(),
  autocapture_web_vitals_opt_in: z.boolean().nullable(),
  autocapture_web_vitals_allowed_metrics: z.array(z.enum(WEB_VITALS)).nullable(),
  capture_performance_opt_in: z.boolean().nullable(),
  capture_dead_clicks: z.boolean().nullable(),
  heatmaps_opt_in: z.boolean().nullable(),
  flags_persistence_default: z.boolean().nullable(),
  /** False turns surveys off in SDKs; null, like true, shows those that exist. */
  surveys_opt_in: z.boolean().nullable(),
  /** The share of sessions that are recorded, as text with two decimals. */
  session_recording_sample_rate: z.string().nullable(),
  /** Shorter sessions are not recorded. */
  session_recording_minimum_duration_milliseconds: z.int().nullable(),
  session_recording_linked_flag: linkedFlagSchema.nullable(),
  session_recording_network_payload_capture_config: z
    .object({ recordHeaders: z.boolean().optional(), recordBody: z.boolean().optional() })
    .nullable(),
  session_recording_masking_config: z
    .object({
      maskAllInputs: z.boolean().optional(),
      maskTextSelector: z.string().optional(),
      blockSelector: z.string().optional(),
    })
    .nullable(),
  session_recording_url_trigger_config: z.array(urlTriggerSchema).nullable(),
  session_recording_url_blocklist_config: z.array(urlTriggerSchema).nullable(),
  session_recording_event_trigger_config: z.array(z.string()).nullable(),
  session_recording_trigger_match_type_config: z.enum(['all', 'any']).nullable(),
  session_replay_config: z.object({ record_canvas: z.boolean().optional() }).nullable(),
  /** Domains whose pages may be recorded; an empty list means all. */
  recording_domains: z.array(z.string()).nullable(),
});

export type SdkSettings = z.infer<typeof sdkSettingsSchema>;

/** The settings of a new project. */
export const DEFAULT_SDK_SETTINGS: SdkSettings = {
  autocapture_opt_out: null,
  autocapture_exceptions_opt_in: null,
  autocapture_web_vitals_opt_in: null,
  autocapture_web_vitals_allowed_metrics: null,
  capture_performance_opt_in: null,
  capture_dead_clicks: null,
  heatmaps_opt_in: null,
  flags_persistence_default: null,
  surveys_opt_in: null,
  session_recording_sample_rate: null,
  session_recording_minimum_duration_milliseconds: null,
  session_recording_linked_flag: null,
  session_recording_network_payload_capture_config: null,
  session_recording_masking_config: null,
  session_recording_url_trigger_config: [],
  session_recording_url_blocklist_config: [],
  session_recording_event_trigger_config: [],
  session_recording_trigger_match_type_config: null,
  session_replay_config: null,
  recording_domains: null,
};

/** The largest minimum duration of a recording; 30 seconds, as in PostHog. */
const MAX_MINIMUM_DURATION_MS = 30_000;

/** A number from 0 to 1 with at most two decimals, or its text; returned as text with two decimals. */
function sampleRate() {
  const given = z.unknown().meta({ wire: { type: ['number', 'string'] } });
  return given.transform((value, context): string => {
    const text = typeof value === 'number' ? String(value) : value;
    const problem = problemOfRate(text);
    if (problem === null) return Number(text).toFixed(2);
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });
}

function problemOfRate(text: unknown): string | null {
  const match = typeof text === 'string' ? /^-?\d{1,20}(?:\.(\d{0,20}))?$/.exec(text) : null;
  if (match === null) return 'A valid number is required.';
  if (Number(text) > 1) return 'Ensure this value is less than or equal to 1.';
  if (Number(text) < 0) return 'Ensure this value is greater than or equal to 0.';
  if ((match[1] ?? '').length > 2) return 'Ensure that there are no more than 2 decimal places.';
  return null;
}

/** The JSON schema for the API description, without the additional checks of the schema. */
function shownSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return shown;
}

/**
 * An object with only these fields. @param otherFields the error message for other fields, from PostHog if it has one
 */
function onlyFields<S extends z.ZodRawShape>(shape: S, otherFields: string) {
  const known = z
    .custom<Record<string, unknown>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      'Must provide a dictionary or None.',
    )
    .refine((value) => Object.keys(value).every((name) => Object.hasOwn(shape, name)), otherFields)
    .meta({ wire: shownSchema(z.strictObject(shape)) });
  return known.pipe(z.object(shape));
}

const urlTriggers = z
  .array(
    z
      .object({ url: rawText(2_000), matching: z.literal('regex').default('regex') })
      .refine(({ url }) => isExpression(url), {
        message: 'Not a regular expression that browsers can read.',
        path: ['url'],
      }),
  )
  .max(100);

/** Whether a text is a valid JavaScript regular expression, because SDKs compare addresses with `new RegExp`. */
function isExpression(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** PATCH: absent fields keep their value. The error messages are PostHog's. */
export const sdkSettingsInput = z
  .object({
    autocapture_opt_out: formBoolean().nullable(),
    autocapture_exceptions_opt_in: formBoolean().nullable(),
    autocapture_web_vitals_opt_in: formBoolean().nullable(),
    autocapture_web_vitals_allowed_metrics: z.array(z.enum(WEB_VITALS)).max(4).nullable(),
    capture_performance_opt_in: formBoolean().nullable(),
    capture_dead_clicks: formBoolean().nullable(),
    heatmaps_opt_in: formBoolean().nullable(),
    flags_persistence_default: formBoolean().nullable(),
    surveys_opt_in: formBoolean().nullable(),
    session_recording_sample_rate: sampleRate().nullable(),
    session_recording_minimum_duration_milliseconds: z
      .int()
      .min(0)
      .max(MAX_MINIMUM_DURATION_MS)
      .nullable(),
    session_recording_linked_flag: onlyFields(
      { id: referencedId(), key: rawText(400), variant: rawText(400).nullish() },
      "Must provide a dictionary with only 'id' and 'key' keys. _or_ only 'id', 'key', and 'variant' keys.",
    ).nullable(),
    session_recording_network_payload_capture_config: onlyFields(
      { recordHeaders: z.boolean().optional(), recordBody: z.boolean().optional() },
      "Must provide a dictionary with only 'recordHeaders' and/or 'recordBody' keys.",
    ).nullable(),
    session_recording_masking_config: onlyFields(
      {
        maskAllInputs: z.boolean().optional(),
        maskTextSelector: rawText(2_000).optional(),
        blockSelector: rawText(2_000).optional(),
      },
      'Must provide a dictionary with only known keys: maskAllInputs, maskTextSelector, blockSelector.',
    ).nullable(),
    session_recording_url_trigger_config: urlTriggers.nullable(),
    session_recording_url_blocklist_config: urlTriggers.nullable(),
    session_recording_event_trigger_config: z.array(rawText(400)).max(100).nullable(),
    session_recording_trigger_match_type_config: z
      .custom<'all' | 'any'>(
        (value) => value === 'all' || value === 'any',
        "Must provide a valid trigger match type. Only 'all' or 'any' or None are allowed.",
      )
      .meta({ wire: shownSchema(z.enum(['all', 'any'])) })
      .pipe(z.enum(['all', 'any']))
      .nullable(),
    session_replay_config: onlyFields(
      { record_canvas: z.boolean().optional() },
      "Must provide a dictionary with only the 'record_canvas' key.",
    ).nullable(),
    recording_domains: z.array(rawText(200)).max(100).nullable(),
  })
  .partial();
