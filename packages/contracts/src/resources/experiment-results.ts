import { z } from 'zod';
import { optionalText, storedObject } from '../shared/wire-fields';
import { metricProblem } from './experiment-documents';

const MAX_UUID = 100;
const MAX_FINGERPRINT = 64;

/** The query of `timeseries_results/`: a metric of an experiment, as the experiment's response has it. */
export const timeSeriesParameters = z
  .object({
    metric_uuid: z.string().trim().max(MAX_UUID).default(''),
    fingerprint: z.string().trim().max(MAX_FINGERPRINT).default(''),
  })
  .superRefine(({ metric_uuid: uuid, fingerprint }, context) => {
    const missing = uuid === '' ? 'metric_uuid' : fingerprint === '' ? 'fingerprint' : null;
    if (missing === null) return;
    // PostHog's own messages.
    context.addIssue({ code: 'custom', message: `${missing} query parameter is required` });
  });

const document = z.record(z.string(), z.unknown());

/** The results of a metric by day (`docs/wire/experiments.md#time-series`). */
export const experimentTimeSeriesSchema = z.object({
  experiment_id: z.int(),
  metric_uuid: z.string(),
  status: z.enum(['pending', 'partial', 'completed', 'failed']),
  /** By `YYYY-MM-DD` in the time zone of the project; null for days without a result. */
  timeseries: z.record(z.string(), document.nullable()),
  errors: z.record(z.string(), z.string()).nullable(),
  computed_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Null if no recalculation is requested. */
  recalculation_status: z.enum(['pending', 'in_progress']).nullable(),
  recalculation_created_at: z.string().nullable(),
});

/** The body of `recalculate_timeseries/`. */
export const timeSeriesRecalculationSchema = z
  .object({
    metric: storedObject().default({}),
    fingerprint: optionalText(MAX_FINGERPRINT).default(''),
  })
  .superRefine(({ metric, fingerprint }, context) => {
    const problem =
      (Object.keys(metric).length === 0 ? 'metric is required' : null) ??
      (fingerprint === '' ? 'fingerprint is required' : null) ??
      metricProblem(metric) ??
      uuidProblem(metric);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

function uuidProblem({ uuid }: Readonly<Record<string, unknown>>): string | null {
  const isText = typeof uuid === 'string' && uuid !== '' && uuid.length <= MAX_UUID;
  return isText ? null : `the metric needs a uuid of at most ${MAX_UUID} characters`;
}

/** A request to calculate the results of all days again. */
export const timeSeriesRecalculationResponseSchema = z.object({
  id: z.string(),
  experiment_id: z.int(),
  metric_uuid: z.string(),
  fingerprint: z.string(),
  status: z.string(),
  created_at: z.string(),
  /** False if such a request already waited. */
  is_new: z.boolean(),
});
