import type { CohortBehavioralFilter } from '@tidemark/contracts';
import type { DateContext } from '@tidemark/hogql';
import { readDate } from '@tidemark/hogql';

const UNIT_HOURS = {
  minute: 1 / 60,
  hour: 1,
  day: 24,
  week: 168,
  month: 720,
  year: 8_760,
} as const;
/** Each is a bound in the statement. */
const MAX_PERIODS = 1_000;
const COUNTS = [
  'time_value',
  'operator_value',
  'seq_time_value',
  'min_periods',
  'total_periods',
] as const;

const dateContext = (): DateContext => ({ now: new Date(), timezone: 'UTC' });

const DATES = ['explicit_datetime', 'explicit_datetime_to'] as const;

/** The reason why a behaviour cannot be searched; null if it can. */
export function problemOfBehaviour(filter: CohortBehavioralFilter): string | null {
  const zero = COUNTS.find((name) => filter[name] === 0 && isUsed(filter, name));
  if (zero !== undefined) return `${zero} must be greater than 0, got 0`;
  const noDate = DATES.find((name) => !isDate(filter[name]));
  if (noDate !== undefined) return `${noDate} must be a date such as -30d or 2024-01-15`;
  if (isReversed(filter)) return 'explicit_datetime must be before explicit_datetime_to';
  if (filter.value === 'performed_event_regularly') return problemOfPeriods(filter);
  if (filter.value === 'performed_event_sequence') return problemOfSecond(filter);
  if (
    filter.value === 'stopped_performing_event' ||
    filter.value === 'restarted_performing_event'
  ) {
    return hoursOf(filter.seq_time_value, filter.seq_time_interval) >=
      hoursOf(filter.time_value, filter.time_interval)
      ? 'seq_date must be more recent than date'
      : null;
  }
  return null;
}

function isDate(text: string | null | undefined): boolean {
  if (text === null || text === undefined || text === '') return true;
  return readDate(text, dateContext()) !== null;
}

/** Only absolute dates: relative ones move. */
function isReversed(filter: CohortBehavioralFilter): boolean {
  const [from, to] = DATES.map((name) => readDate(filter[name] ?? '', dateContext()));
  return from?.isAbsolute === true && to?.isAbsolute === true && from.at > to.at;
}

/** A negation finds persons with no such event; a count of zero cannot be requested. */
function isUsed(filter: CohortBehavioralFilter, name: (typeof COUNTS)[number]): boolean {
  if (name === 'operator_value') return filter.value === 'performed_event_regularly';
  return name !== 'time_value' || filter.explicit_datetime === undefined;
}

function problemOfPeriods({
  min_periods: least,
  total_periods: total,
}: CohortBehavioralFilter): string | null {
  if ((total ?? 0) > MAX_PERIODS) return `total_periods may be ${MAX_PERIODS} at most`;
  return (least ?? 0) > (total ?? 0)
    ? `min_periods (${least}) cannot be greater than total_periods (${total})`
    : null;
}

function problemOfSecond({
  seq_event: event,
  seq_event_type: type,
}: CohortBehavioralFilter): string | null {
  return type === 'actions' && !/^\d{1,9}$/.test(String(event))
    ? 'seq_event must be the id of an action'
    : null;
}

function hoursOf(
  value: number | null | undefined,
  unit: CohortBehavioralFilter['time_interval'],
): number {
  return (value ?? 0) * UNIT_HOURS[unit ?? 'day'];
}
