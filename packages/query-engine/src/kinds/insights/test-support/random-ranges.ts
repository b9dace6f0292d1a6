import type { Setting } from '@tidemark/testing';
import { daysBetween, localText } from '@tidemark/testing';
import * as fc from 'fast-check';

/** The current time of random queries: after all of their ranges. */
export const NOW = '2020-03-30T12:00:00Z';

/** Ways to write the same days. */
export type Writing = 'days' | 'short' | 'clock' | 'relative';

export type WrittenSetting = Setting & { readonly writing?: Writing };

export const someWriting = fc.constantFrom<Writing>('days', 'days', 'short', 'clock', 'relative');

/** Some days of the week, mostly all. */
export const someWeekdays: fc.Arbitrary<Pick<Setting, 'weekdays'>> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  fc
    .shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1, maxLength: 6 })
    .map((weekdays) => ({ weekdays })),
);

/** A range in the wire format. */
export function dateRangeOf(setting: WrittenSetting): object {
  const { weekdays } = setting;
  return { ...endsOf(setting), ...(weekdays !== undefined && { daysOfWeek: weekdays }) };
}

function endsOf({ from, to, zone, interval, writing = 'days' }: WrittenSetting): object {
  const today = localText(NOW.slice(0, 19), zone).slice(0, 10);
  const back = (day: string): string => `-${daysBetween(day, today)}d`;
  const isHour = interval === 'hour';
  switch (writing) {
    case 'days':
      return { date_from: from, date_to: to };
    case 'short':
      return { date_from: withoutZeros(from), date_to: withoutZeros(to) };
    case 'clock':
      return { date_from: `${from}T00:00:00`, date_to: isHour ? to : `${to} 13:05:00` };
    case 'relative':
      return { date_from: back(from), date_to: isHour ? to : back(to) };
  }
}

function withoutZeros(day: string): string {
  return day.replace(/-0/g, '-');
}
