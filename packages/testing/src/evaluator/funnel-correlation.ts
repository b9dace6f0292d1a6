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

/** Numbers of actors that converted and that did not. */
interface Actors {
  readonly success: Set<number>;
  readonly failure: Set<number>;
}

/**
 * What those who converted did on their way, and those who did not, by walking everybody's events.
 *
 * @param names what an event counts for
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
  // Filters of the query choose who goes through the funnel, not what else they did.
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

/** Names and values of an event's properties, as a correlation writes them. */
export function propertyNames(event: LocalEvent): string[] {
  return Object.keys(event.properties ?? {}).flatMap((key) => {
    const value = propertyText(event, key);
    return value === undefined ? [] : [`${nameOf(event)}::${key}::${value}`];
  });
}
