import { weekdayOf } from './calendar';
import type { HappenedEvent, LocalEvent, Series, Setting } from './model';
import { belongs, grouped, inRange, localized } from './model';

export interface Heatmap {
  readonly data: readonly { row: number; column: number; value: number }[];
  readonly rowAggregations: readonly { row: number; value: number }[];
  readonly columnAggregations: readonly { column: number; value: number }[];
  readonly allAggregations: number;
}

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * Computes each cell separately. Counts events (`events`), users by all their events (`users`), or users by the first
 * event of each session (`starts`).
 */
export function evaluateHeatmap(
  events: readonly HappenedEvent[],
  series: Series,
  setting: Setting,
  counts: 'events' | 'users' | 'starts',
): Heatmap {
  const counted = localized(events, setting).filter((event) => belongs(event, series));
  const placed = counts === 'starts' ? starts(counted) : counted;
  const read = placed.filter((event) => inRange(event, { ...setting, interval: 'day' }));
  const valueOf = (some: readonly LocalEvent[]): number =>
    counts === 'events' ? some.length : new Set(some.map(({ who }) => who)).size;
  const at = (row: number | null, column: number | null): number =>
    valueOf(
      read.filter(
        (event) =>
          (row === null || dayOf(event) === row) && (column === null || hourOf(event) === column),
      ),
    );
  return {
    data: DAYS.flatMap((row) =>
      HOURS.map((column) => ({ row, column, value: at(row, column) })),
    ).filter(({ value }) => value > 0),
    rowAggregations: DAYS.map((row) => ({ row, value: at(row, null) })).filter(
      ({ value }) => value > 0,
    ),
    columnAggregations: HOURS.map((column) => ({ column, value: at(null, column) })).filter(
      ({ value }) => value > 0,
    ),
    allAggregations: at(null, null),
  };
}

function starts(events: readonly LocalEvent[]): LocalEvent[] {
  const alone = events.filter(({ session }) => session === undefined);
  const together = events.filter(({ session }) => session !== undefined);
  const firsts = [...grouped(together, ({ session }) => session ?? '').values()].map((theirs) =>
    theirs.reduce((first, event) => (event.at < first.at ? event : first)),
  );
  return [...alone, ...firsts];
}

function dayOf({ local }: LocalEvent): number {
  return weekdayOf(local);
}

function hourOf({ local }: LocalEvent): number {
  return Number(local.slice(11, 13));
}
