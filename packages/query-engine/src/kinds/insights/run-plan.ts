import { printHogQL } from '@tidemark/hogql';
import type { InsightPlan, Rows, ResolvedPeriods } from '@tidemark/insights';
import { InsightError } from '@tidemark/insights';
import { QueryError } from '../../query-error';
import type { KindContext } from '../kind';
import { timingsOf } from '../timings';

/** The keys of every insight's response that only some insights fill (`docs/wire/query.md#analytics-keys`). */
export interface WithoutPeriods {
  readonly warnings: null;
  readonly resolved_date_range: ResolvedPeriods['resolved_date_range'] | null;
  readonly resolved_compare_date_range: ResolvedPeriods['resolved_compare_date_range'];
}

export const WITHOUT_PERIODS: WithoutPeriods = {
  warnings: null,
  resolved_date_range: null,
  resolved_compare_date_range: null,
};

/** The keys of every insight's response (`docs/wire/insights.md#insight-envelope`). */
export interface InsightEnvelope {
  readonly timings: ReturnType<typeof timingsOf>;
  readonly hogql: string;
  readonly modifiers: Readonly<Record<string, unknown>>;
  readonly error: null;
}

/**
 * Runs a planned insight.
 *
 * @throws QueryError 400 for an invalid insight, HogQLError for expressions in it
 */
export async function runInsight<ResponseBody extends object>(
  plan: () => InsightPlan<ResponseBody>,
  modifiers: Readonly<Record<string, unknown>> | null | undefined,
  context: KindContext,
): Promise<WithoutPeriods & ResponseBody & InsightEnvelope> {
  const { statements, shape } = await context.time('./plan', () =>
    Promise.resolve(withWireErrors(plan)),
  );
  const rows: Rows[] = [];
  for (const statement of statements) {
    const compiled = await context.time('./hogql', () =>
      context.compile(statement, { modifiers, defaultLimit: context.maxRows }),
    );
    const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
    requireComplete(executed.rows, context.maxRows);
    rows.push(executed.rows);
  }
  return {
    ...WITHOUT_PERIODS,
    ...withWireErrors(() => shape(rows)),
    timings: timingsOf({ modifiers }, context),
    hogql: statements.map((statement) => printHogQL(statement)).join(';\n'),
    modifiers: modifiers ?? {},
    error: null,
  };
}

/** A cut result would be an insight with wrong numbers. @throws QueryError 400 */
function requireComplete(rows: Rows, maxRows: number): void {
  if (rows.length <= maxRows) return;
  throw new QueryError(
    400,
    'validation_error',
    'invalid_input',
    `The insight has more than ${maxRows} lines. Lower the limit of its breakdown, or its date range.`,
    true,
  );
}

/** Converts errors of the planner, which is independent of the API, to errors of the API. */
export function withWireErrors<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InsightError)) throw error;
    const { message, field, code } = error;
    throw new QueryError(400, 'validation_error', code, message, true, {
      cause: error,
      attr: field?.replaceAll('.', '__') ?? null,
    });
  }
}
