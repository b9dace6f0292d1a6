import type { CohortBehavioralFilter } from '@tidemark/contracts';
import type { AstBuilder } from '../../syntax/build';
import type { SelectQuery } from '../../syntax/ast';
import type { DateContext } from '../../dates/relative-date';
import { isEvent, isEventOf, within } from './behaviour-conditions';
import { fillTemplate } from './template';
import { dayWindow } from './time-window';

/** The lengths of units as in PostHog, where a month has thirty days here. */
const UNIT_SECONDS = {
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
} as const;

/**
 * The persons with an event of the first kind followed by one of the second within the time of the filter. Among the
 * first events before a second event, the last one is the nearest. An event never counts as both.
 */
const SEQUENCE = `
  select distinct actor from (
    select actor, occurred_at, is_second, maxIf(occurred_at, is_first) over (
      partition by actor order by occurred_at, is_second rows between unbounded preceding and 1 preceding
    ) as latest
    from (
      select e.person_id as actor, e.timestamp as occurred_at, {first} as is_first, {second} as is_second
      from events as e where {where}
    )
  ) where is_second and occurred_at <= latest + toIntervalSecond({seconds})`;

export function sequencePerformers(
  filter: CohortBehavioralFilter,
  dates: DateContext,
  ast: AstBuilder,
): SelectQuery {
  const first = isEventOf(filter, dates, ast);
  const second = isEvent(filter.seq_event_type ?? 'events', filter.seq_event ?? '', ast);
  const seconds = (filter.seq_time_value ?? 0) * UNIT_SECONDS[filter.seq_time_interval ?? 'day'];
  const where = ast.and([ast.or([first, second]), ...within(dayWindow(filter, dates), ast)]);
  return fillTemplate(SEQUENCE, { first, second, where, seconds: ast.constant(seconds) });
}
