import type { FunnelPathsFilter, PathsQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { rangeOfQuery } from '../date-range/range-of-query';
import { funnelSettings } from '../funnels/plan/read-settings';
import type { FunnelSettings } from '../funnels/plan/settings';
import { actorsOf } from '../funnels/statement/journeys/all-actors';
import { funnelActor } from '../funnels/statement/rows/scan';
import { earlierStep, stepCondition } from '../funnels/statement/step-reached';
import { statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import { InsightError } from '../insight/error';
import type { Actor } from '../series/actor';
import { isWarehouseSeries } from '../series/warehouse-series';

/** The part of their events in which paths of a funnel's actors are computed. */
export interface FunnelStretch {
  /**
   * The member that an event counts for in the funnel; paths may count other actors, such as the persons of a group.
   */
  readonly member: Actor;
  /** One row per actor: `actor`, and `low` and `high`, microseconds, both included. */
  readonly actors: Statement;
  /** A pause of this length ends a path: the funnel's window. */
  readonly gapSeconds: number;
}

const FIELD = 'funnelPathsFilter';
/** Later than every timestamp, in microseconds. */
const NEVER = '9000000000000000';

/**
 * Selects the paths of actors before, after or between steps of a funnel
 * (`docs/wire/insights-others.md#paths-funnel`): those that reached the step, or with a negative number those that
 * reached the step before and no further one. Null without a funnel.
 *
 * @throws InsightError for an invalid funnel or step
 */
export function funnelStretch(query: PathsQuery, context: InsightContext): FunnelStretch | null {
  const { funnelPathsFilter: filter } = query;
  if (filter === null || filter === undefined) return null;
  const { funnelSource } = filter;
  if (funnelSource.series.some(isWarehouseSeries)) {
    throw new InsightError('Paths do not support rows of tables', `${FIELD}.funnelSource.series`);
  }
  const { breakdownFilter: _, ...source } = funnelSource;
  const settings: FunnelSettings = { ...funnelSettings(source), view: 'steps' };
  const range = rangeOfQuery(
    source.dateRange ?? query.dateRange,
    source.interval ?? 'day',
    context,
  );
  const { low, high } = endsOf(filter, settings);
  return {
    member: funnelActor(source),
    actors: statement(
      `SELECT actor, ${low} AS low, ${high} AS high FROM ({actors}) WHERE {reached}`,
      {
        actors: actorsOf(source, settings, range, { kind: 'none' }, context),
        reached: stepCondition(filter.funnelStep, settings, `${FIELD}.funnelStep`),
      },
    ),
    gapSeconds: settings.window / 1_000_000,
  };
}

/** The ends of the stretch, over the columns of a funnel's actors. */
function endsOf(
  { funnelPathType, funnelStep }: FunnelPathsFilter,
  settings: FunnelSettings,
): { readonly low: string; readonly high: string } {
  const step = funnelStep ?? 0;
  const at = Math.abs(step) - 1;
  const reached = step > 0 ? at : earlierStep(at, settings);
  const time = `times[${reached + 1}]`;
  switch (funnelPathType) {
    case 'funnel_path_after_step':
      return { low: time, high: NEVER };
    case 'funnel_path_before_step':
      // Actors who dropped off could have continued until the window closed.
      return { low: '0', high: step > 0 ? time : `${time} + ${settings.window}` };
    case 'funnel_path_between_steps':
      if (step < 2) {
        throw new InsightError(
          'Paths between steps end at the second step or a later one',
          `${FIELD}.funnelStep`,
        );
      }
      return { low: `times[${earlierStep(at, settings) + 1}]`, high: time };
  }
}
