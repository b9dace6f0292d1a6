import type { PathCleaningRule } from '@tidemark/hogql';
import { DateTime } from 'luxon';

/** 0 = Sunday, 1 = Monday: the project's first day of the week. */
export type WeekStartDay = 0 | 1;

/** All data of the project, and the current time, that an insight may depend on. */
export interface InsightContext {
  readonly now: Date;
  /** IANA name of the project's zone. */
  readonly timezone: string;
  readonly weekStartDay: WeekStartDay;
  /** The timestamp of the first event of the project; only read for ranges from `all`. */
  readonly earliest: Date | null;
  /** The project's filters that exclude internal users. */
  readonly testAccountFilters: readonly unknown[];
  /** The project's path cleaning rules, in order. */
  readonly pathCleaning: readonly PathCleaningRule[];
  /** The names of the actions in the query that exist. */
  readonly actionNames: ReadonlyMap<number, string | null>;
  /** The names of the events in their steps. */
  readonly actionEvents: ReadonlyMap<number, readonly string[]>;
  /** The names of the cohorts in the query that exist. */
  readonly cohortNames: ReadonlyMap<number, string>;
  /** Adds a warning to the response, one sentence; a repeated sentence counts once. */
  readonly warn?: (text: string) => void;
}

/** The current time in the project's zone. */
export function localNow({ now, timezone }: InsightContext): DateTime {
  return DateTime.fromJSDate(now, { zone: timezone });
}

/** A time in the project's zone. */
export function localTime(time: Date, { timezone }: InsightContext): DateTime {
  return DateTime.fromJSDate(time, { zone: timezone });
}
