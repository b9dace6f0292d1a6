import type { BreakdownFilter, SeriesNode } from '@tidemark/contracts';
import type { InsightContext } from '@tidemark/insights';
import { actionIdsOf, earliestStatements, goalSeries } from '@tidemark/insights';
import type { KindContext } from '../kind';

/** The parts of an insight with references to definitions. */
export interface InsightNeeds {
  readonly series: readonly SeriesNode[];
  readonly dateRange?: { readonly date_from?: string | null | undefined } | null | undefined;
  readonly breakdownFilter?: BreakdownFilter | null | undefined;
}

/** The conversion goal of a query as a list of series nodes: one or none. */
export function goalsOf({
  conversionGoal,
}: {
  readonly conversionGoal?: Parameters<typeof goalSeries>[0] | null | undefined;
}): readonly SeriesNode[] {
  return conversionGoal === null || conversionGoal === undefined
    ? []
    : [goalSeries(conversionGoal)];
}

/** Reads the data of the project that the planner, which does no I/O, needs. */
export async function insightContext(
  { series, dateRange, breakdownFilter }: InsightNeeds,
  context: KindContext,
): Promise<InsightContext> {
  const { project, now } = context;
  return {
    now,
    warn: (text) => context.warn(text),
    timezone: project.timezone,
    weekStartDay: project.weekStartDay === 1 ? 1 : 0,
    testAccountFilters: project.testAccountFilters ?? [],
    pathCleaning: project.pathCleaning ?? [],
    earliest: dateRange?.date_from === 'all' ? await earliestOf(series, context) : null,
    ...(await actionsOf(actionIdsOf(series), context)),
    cohortNames: breaksDownByCohorts(breakdownFilter) ? await cohortNames(context) : new Map(),
  };
}

async function actionsOf(
  ids: readonly number[],
  { project, lookups }: KindContext,
): Promise<Pick<InsightContext, 'actionNames' | 'actionEvents'>> {
  const actionNames = new Map<number, string | null>();
  const actionEvents = new Map<number, readonly string[]>();
  if (ids.length === 0) return { actionNames, actionEvents };
  const found = await lookups.findActions(project.id, ids);
  for (const action of found.values()) {
    if (action === 'ambiguous') continue;
    actionNames.set(action.id, action.name);
    actionEvents.set(
      action.id,
      action.steps.flatMap(({ event }) => (typeof event === 'string' && event !== '' ? event : [])),
    );
  }
  return { actionNames, actionEvents };
}

async function cohortNames({ project, lookups }: KindContext): Promise<Map<number, string>> {
  const cohorts = await lookups.findCohorts(project.id);
  return new Map(cohorts.map(({ id, name }) => [id, name ?? String(id)]));
}

function breaksDownByCohorts(filter: BreakdownFilter | null | undefined): boolean {
  if (filter === null || filter === undefined) return false;
  const types = [filter.breakdown_type, ...(filter.breakdowns ?? []).map(({ type }) => type)];
  return types.includes('cohort');
}

/** The time of the first event, or row of a table, of the series; null without any. */
async function earliestOf(
  series: readonly SeriesNode[],
  context: KindContext,
): Promise<Date | null> {
  const timestamps: number[] = [];
  for (const statement of earliestStatements(series)) {
    const compiled = await context.compile(statement);
    const [[seconds, count] = []] = (await context.execute(compiled)).rows;
    if (Number(count) > 0) timestamps.push(Number(seconds) * 1_000);
  }
  return timestamps.length === 0 ? null : new Date(Math.min(...timestamps));
}
