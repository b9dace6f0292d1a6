import type { CohortBehavioralFilter } from '@tidemark/contracts';

const MINUTE_MS = 60_000;
const UNIT_MINUTES = { minute: 1, hour: 60, day: 1_440, week: 10_080 } as const;
const UNIT_OF_LETTER = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' } as const;

/** What windows of time are counted in. */
export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** Moments between which events count; null = no bound. */
export interface TimeWindow {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The window of a behavioral filter, counted back from `now`; without one all events count. */
export function timeWindow(filter: CohortBehavioralFilter, now: Date): TimeWindow {
  const { time_value: value, time_interval: interval } = filter;
  const explicit = momentOf(filter.explicit_datetime, now);
  const counted =
    value === null || value === undefined || interval === null || interval === undefined
      ? null
      : back(now, value, interval);
  return { from: explicit ?? counted, to: momentOf(filter.explicit_datetime_to, now) };
}

/** A moment as filters write one: relative to now (`-30d`; the sign is optional), or ISO 8601 in UTC. */
function momentOf(text: string | null | undefined, now: Date): Date | null {
  if (text === null || text === undefined) return null;
  const [, count, letter] = /^-?(\d{1,5})([hdwmy])$/.exec(text) ?? [];
  if (count !== undefined && letter !== undefined) {
    return back(now, Number(count), UNIT_OF_LETTER[letter as keyof typeof UNIT_OF_LETTER]);
  }
  const zoned = /(?:z|[+-]\d\d:?\d\d)$/i.test(text) || !text.includes(':') ? text : `${text}Z`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? null : new Date(ms);
}

/** Months and years keep the day of the month where there is one, else the month's last. */
export function back(now: Date, count: number, unit: Unit): Date {
  if (unit === 'month' || unit === 'year') {
    const months = unit === 'year' ? count * 12 : count;
    const moment = new Date(now);
    moment.setUTCDate(1);
    moment.setUTCMonth(moment.getUTCMonth() - months);
    const last = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0));
    moment.setUTCDate(Math.min(now.getUTCDate(), last.getUTCDate()));
    return moment;
  }
  return new Date(now.getTime() - count * UNIT_MINUTES[unit] * MINUTE_MS);
}
