import type { Logger } from '@tidemark/platform';
import type { ByteBudget } from '@tidemark/redis';
import type { QueryObserver } from '../observe/query-record';
import { QueryError } from '../query-error';
import type { QueryMetrics } from '../query-metrics';
import type { QueryRequest } from '../query-request';

export interface ReadBudgetDeps {
  /** Null = no limit on reading. */
  readonly budget: ByteBudget | null;
  readonly logger: Logger;
}

type Rejecting = ReadBudgetDeps & { readonly metrics: Pick<QueryMetrics, 'rejected'> };

/**
 * Whether a project may read more with its keys (`docs/wire/query-runs.md#read-budget-check`): the query that exceeds
 * the budget still runs, later ones are rejected until the bucket has refilled. Queries of signed-in users and of the
 * product itself are not counted. An unavailable budget must not cause an outage.
 *
 * @param left the result of an earlier `budgetLeft`
 * @throws QueryError 429
 */
export async function requireBudget(
  deps: Rejecting,
  request: QueryRequest,
  left?: Promise<number | null>,
): Promise<void> {
  const { budget } = deps;
  if (budget === null || request.caller?.key === undefined) return;
  const remaining = await (left ?? budgetLeft(deps, request.project.id));
  if (remaining === null || remaining > 0) return;
  deps.metrics.rejected('budget', request.query.kind);
  const seconds = budget.waitSeconds(remaining);
  throw new QueryError(
    429,
    'throttled_error',
    'api_queries_budget_exceeded',
    `This project has used up the bytes its keys may read. Expected available in ${seconds} seconds.`,
    true,
    { retryAfterSeconds: seconds },
  );
}

/** Bytes that a project's keys may still read; null without a budget, or where it is unavailable. */
export async function budgetLeft(
  { budget, logger }: ReadBudgetDeps,
  projectId: number,
): Promise<number | null> {
  if (budget === null) return null;
  return budget.remaining(String(projectId)).catch((error: unknown) => {
    logger.warn({ err: error }, 'the read budget is not available: queries run without it');
    return null;
  });
}

/** Charges the budget with the bytes that each query of a key has read. */
export function createBudgetObserver({ budget, logger }: ReadBudgetDeps): QueryObserver {
  return ({ request, bytesRead }) => {
    if (budget === null || request.caller?.key === undefined || bytesRead === 0) return;
    budget.spend(String(request.project.id), bytesRead).catch((error: unknown) => {
      logger.warn(
        { err: error },
        'the bytes that a query read could not be counted against its budget',
      );
    });
  };
}
