import { passesTree } from './filters';
import type { FunnelCase } from './funnel-case';
import { timestampOf } from './funnel-case';
import { actorsOf, waysOf } from './funnels';
import type { HappenedEvent, LocalEvent, Setting } from './model';
import { nameOf, propertyText } from './model';

export interface CorrelationRow {
  readonly name: string;
  readonly success: number;
  readonly failure: number;
  readonly odds: number;
}

export interface CorrelationTable {
  readonly rows: readonly CorrelationRow[];
  readonly successTotal: number;
  readonly failureTotal: number;
}

/** The indices of the actors that converted, and of those that did not. */
interface Actors {
  readonly success: Set<number>;
  readonly failure: Set<number>;
}

/**
 * For each event or property: how many of the actors that converted had it between their first and their last step, and
 * how many of those that did not convert had it within the conversion window.
 *
 * @param names returns the names that an event counts for
 */
export function evaluateCorrelation(
  events: readonly HappenedEvent[],
  query: FunnelCase,
  setting: Setting,
  names: (event: LocalEvent) => readonly string[],
): CorrelationTable {
  const table = new Map<string, Actors>();
  const total: Actors = { success: new Set(), failure: new Set() };
  const own = new Set(query.steps.map(({ event }) => event));
  const last = query.steps.length - 1;
  const { filters = [] } = query;
  // The filters of the query decide which events are steps; the correlation reads all other events of these actors.
  actorsOf(events, { ...query, filters: [] }, setting).forEach((theirs, actor) => {
    const read = theirs.filter((event) => passesTree(event, filters));
    for (const { journey } of waysOf(read, query)) {
      const type = journey.level === last ? 'success' : 'failure';
      total[type].add(actor);
      const { start, times } = journey.run;
      const until =
        type === 'success' ? (times[last] ?? start) : start + query.windowSeconds * 1_000;
      for (const event of theirs) {
        const at = timestampOf(event);
        if (at <= start || at >= until || own.has(nameOf(event))) continue;
        for (const name of names(event)) {
          const actors = table.get(name) ?? { success: new Set(), failure: new Set() };
          actors[type].add(actor);
          table.set(name, actors);
        }
      }
    }
  });
  const [successTotal, failureTotal] = [total.success.size, total.failure.size];
  const rows = [...table].map(([name, actors]) => {
    const [success, failure] = [actors.success.size, actors.failure.size];
    const odds =
      (success + 1) / (successTotal - success + 1) / ((failure + 1) / (failureTotal - failure + 1));
    return { name, success, failure, odds };
  });
  return { rows, successTotal, failureTotal };
}

/** The properties of an event in the notation of a correlation: `event::property::value`. */
export function propertyNames(event: LocalEvent): string[] {
  return Object.keys(event.properties ?? {}).flatMap((key) => {
    const value = propertyText(event, key);
    return value === undefined ? [] : [`${nameOf(event)}::${key}::${value}`];
  });
}
