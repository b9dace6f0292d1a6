import { randomUUID } from 'node:crypto';
import { experimentQuerySchema } from '@tidemark/contracts';
import type { ExperimentDay } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { Project, StoredDailyResult } from '@tidemark/postgres';
import type { AskDeps } from '@tidemark/query-engine';
import { askQuery, isTransient, visibleFailure } from '@tidemark/query-engine';

type Document = Readonly<Record<string, unknown>>;

export interface CalculationDeps extends AskDeps {
  /** Aborted when this process stops. */
  readonly stopping: AbortSignal;
  readonly logger: Logger;
}

/** The part of a response that is stored for a day. */
const STORED_FIELDS = ['kind', 'baseline', 'variant_results'] as const;
const MAX_ROWS = 10_000;

/**
 * The result of a metric as it was at the end of a day, without breakdowns: their values may be data of visitors.
 * Null if this process stops.
 * @throws QueryError 503 if the engine is unavailable or at capacity; other errors become the result of the day
 */
export async function calculateDay(
  deps: CalculationDeps,
  project: Project,
  { experimentId, metric }: { readonly experimentId: number; readonly metric: Document },
  { day, until }: ExperimentDay,
): Promise<Pick<StoredDailyResult, 'day' | 'result' | 'error'> | null> {
  const query = experimentQuerySchema.safeParse({
    kind: 'ExperimentQuery',
    experiment_id: experimentId,
    metric: { ...metric, breakdownFilter: null },
  });
  if (query.error !== undefined) return { day, result: null, error: 'The metric is not valid.' };
  try {
    const response: Document = await askQuery(
      { ...deps, lookups: lookupsAsOf(deps.lookups, until) },
      {
        project,
        query: query.data,
        queryId: randomUUID(),
        maxRows: MAX_ROWS,
        name: 'experiment_day',
      },
      deps.stopping,
    );
    const stored = STORED_FIELDS.map((name) => [name, response[name]]);
    return { day, result: Object.fromEntries(stored) as Document, error: null };
  } catch (error) {
    if (deps.stopping.aborted) return null;
    if (isTransient(error)) throw error;
    const context = { err: error, experimentId, day };
    deps.logger.warn(context, 'a day of an experiment could not be calculated');
    const { message } = visibleFailure(error);
    return { day, result: null, error: message ?? 'The calculation failed.' };
  }
}

/** Lookups that find experiments as they were at a time. */
function lookupsAsOf(lookups: AskDeps['lookups'], asOf: Date): AskDeps['lookups'] {
  return {
    ...lookups,
    async findExperiment(projectId, id) {
      const experiment = await lookups.findExperiment(projectId, id);
      return experiment && { ...experiment, asOf };
    },
  };
}
