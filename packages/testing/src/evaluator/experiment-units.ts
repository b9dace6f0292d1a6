import { addDays } from './calendar';
import type { ExperimentCase } from './experiment-case';
import { passesTree, propertyOf, textOf } from './filters';
import type { HappenedEvent, LocalEvent } from './happened';
import { grouped, localized, nameOf } from './model';

const MISSING = '$$_posthog_breakdown_null_$$';

/** A unit that was exposed to the experiment. */
export interface Unit {
  readonly variant: string;
  readonly shown: readonly string[];
  readonly exposedAt: number;
  readonly localExposure: string;
  readonly exposures: readonly LocalEvent[];
  /** All events of the unit, in the order of time. */
  readonly events: readonly LocalEvent[];
}

/** Returns the units that were exposed to the experiment. */
export function unitsOf(happened: readonly HappenedEvent[], query: ExperimentCase): Unit[] {
  const setting = { zone: query.zone, weekStart: 0, interval: 'day', from: '', to: '' } as const;
  const events = localized(happened, setting)
    .filter(({ group0 = '' }) => !query.byGroups || group0 !== '')
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const byUnit = grouped(events, ({ who, group0 = '' }) => (query.byGroups ? group0 : who));
  return [...byUnit.values()].flatMap((own) => {
    const exposures = own.filter((event) => exposes(event, query));
    const [first] = exposures;
    if (first === undefined) return [];
    const variants = new Set(exposures.map((event) => variantOf(event, query)));
    const isMultiple = variants.size > 1 && !query.takesFirst;
    return {
      variant: isMultiple ? '$multiple' : (variantOf(first, query) ?? ''),
      shown: query.breakdowns.map((key) => textOf(propertyOf(first, 'event', key)) || MISSING),
      exposedAt: ms(first.at),
      localExposure: first.local,
      exposures,
      events: own,
    };
  });
}

function variantOf(event: LocalEvent, { flag, exposedBy }: ExperimentCase): string | null {
  const key = exposedBy === null ? '$feature_flag_response' : `$feature/${flag}`;
  return textOf(propertyOf(event, 'event', key));
}

function exposes(event: LocalEvent, query: ExperimentCase): boolean {
  const { flag, exposedBy, start, end, variants, filters } = query;
  if (nameOf(event) !== (exposedBy ?? '$feature_flag_called')) return false;
  if (exposedBy === null && propertyOf(event, 'event', '$feature_flag') !== flag) return false;
  if (event.at < start || event.at > end || !passesTree(event, filters)) return false;
  return variants.includes(variantOf(event, query) ?? '');
}

/** The events of a unit in the days before its first exposure. */
export function before({ events, exposedAt, localExposure }: Unit, days: number): LocalEvent[] {
  const from = addDays(localExposure.slice(0, 10), -days) + localExposure.slice(10);
  return events.filter(({ at, local }) => ms(at) < exposedAt && local >= from);
}

/** Converts a UTC time, such as `2020-01-09 10:00:00`, to milliseconds since 1970. */
export function ms(utc: string): number {
  return Date.parse(`${utc.replace(' ', 'T')}Z`);
}
