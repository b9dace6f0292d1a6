import type { TimeRange } from '../draft';
import type { Prompt } from './prompt';

const COUNTS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  couple: 2,
  few: 3,
};
const UNIT = '(minute|min|hour|day|week|month|quarter|year|hr|d|h|m|w|y)s?';
const UNITS: Readonly<Record<string, string>> = {
  min: 'MINUTE',
  hr: 'HOUR',
  d: 'DAY',
  h: 'HOUR',
  m: 'MONTH',
  w: 'WEEK',
  y: 'YEAR',
};
const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december'.split(
    '|',
  );
const MONTH = `(${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`;
const DATE = '(\\d{4}-\\d{1,2}-\\d{1,2})';
const LEAD = '\\b(?:(?:in|over|during|within|for|from|of|on)\\s+)?(?:the\\s+)?';
/** Longer ranges exceed any data, and the dates that ClickHouse supports. */
const MAX_COUNT = 1_000;

const NOW = 'now()';

/** Reads the time range; null if the prompt does not name one. `now` determines the year of a month without a year. */
export function readTimeRange(prompt: Prompt, now: Date): TimeRange | null {
  return (
    everything(prompt) ??
    lastUnits(prompt) ??
    namedDay(prompt) ??
    currentOrLast(prompt) ??
    dates(prompt) ??
    monthOrYear(prompt, now)
  );
}

function everything(prompt: Prompt): TimeRange | null {
  return prompt.take(
    /\b(?:(?:of|for|over|since)\s+)?(?:all[- ]time|ever|the beginning|all data)\b/i,
  )
    ? { from: null, to: null, previousFrom: null }
    : null;
}

/** Reads ranges such as `last 30 days`, `past two weeks` and `last 24h`. */
function lastUnits(prompt: Prompt): TimeRange | null {
  const match = prompt.take(
    new RegExp(
      `${LEAD}(?:last|past|previous|recent|trailing)\\s+(\\d+|${Object.keys(COUNTS).join('|')})(?:\\s+of)?\\s*${UNIT}\\b`,
      'i',
    ),
  );
  if (match !== null) return back(match[1] ?? '', match[2] ?? '');
  const ago = prompt.take(new RegExp(`\\bsince\\s+(\\d+)\\s+${UNIT}\\s+ago\\b`, 'i'));
  return ago && back(ago[1] ?? '', ago[2] ?? '');
}

function back(count: string, unit: string): TimeRange {
  const number = Math.min(MAX_COUNT, COUNTS[count.toLowerCase()] ?? Number(count));
  const word = unit.toLowerCase();
  const name = UNITS[word] ?? word.toUpperCase();
  const from = `now() - INTERVAL ${number} ${name}`;
  return { from, to: null, previousFrom: `now() - INTERVAL ${number * 2} ${name}` };
}

function namedDay(prompt: Prompt): TimeRange | null {
  if (prompt.take(new RegExp(`${LEAD}today\\b`, 'i'))) {
    return {
      from: 'toStartOfDay(now())',
      to: null,
      previousFrom: 'toStartOfDay(now()) - INTERVAL 1 DAY',
    };
  }
  if (!prompt.take(new RegExp(`${LEAD}(?<!than )yesterday\\b`, 'i'))) return null;
  return {
    from: 'toStartOfDay(now()) - INTERVAL 1 DAY',
    to: 'toStartOfDay(now())',
    previousFrom: 'toStartOfDay(now()) - INTERVAL 2 DAY',
  };
}

const STARTS: Readonly<Record<string, string>> = {
  hour: 'toStartOfHour',
  day: 'toStartOfDay',
  week: 'toStartOfWeek',
  month: 'toStartOfMonth',
  quarter: 'toStartOfQuarter',
  year: 'toStartOfYear',
};

/** Reads ranges such as `this week` and `last month`. */
function currentOrLast(prompt: Prompt): TimeRange | null {
  const match = prompt.take(
    new RegExp(
      `${LEAD}(this|current|last|past|previous)\\s+(hour|day|week|month|quarter|year)\\b`,
      'i',
    ),
  );
  if (match === null) return null;
  const unit = (match[2] ?? '').toLowerCase();
  const start = `${STARTS[unit] ?? ''}(now())`;
  const earlier = (count: number): string => `${start} - INTERVAL ${count} ${unit.toUpperCase()}`;
  return /this|current/i.test(match[1] ?? '')
    ? { from: start, to: null, previousFrom: earlier(1) }
    : { from: earlier(1), to: start, previousFrom: earlier(2) };
}

function dates(prompt: Prompt): TimeRange | null {
  const between = prompt.take(
    new RegExp(`\\b(?:between|from)\\s+${DATE}\\s+(?:and|to|until|till|-)\\s+${DATE}`, 'i'),
  );
  if (between !== null) {
    const [, from = '', to = ''] = between;
    const [first, last] = [day(from), day(to)];
    if (first !== null && last !== null) {
      return { from: startOf(first), to: startOf(addDays(last, 1)), previousFrom: null };
    }
  }
  const since = prompt.take(new RegExp(`\\b(?:since|after|from|starting)\\s+${DATE}`, 'i'));
  const until = prompt.take(new RegExp(`\\b(?:until|till|before|up to)\\s+${DATE}`, 'i'));
  const on = prompt.take(new RegExp(`\\b(?:on\\s+)?${DATE}\\b`, 'i'));
  const from = day(since?.[1] ?? '');
  const to = day(until?.[1] ?? '');
  const only = day(on?.[1] ?? '');
  if (from !== null || to !== null) {
    return { from: from && startOf(from), to: to && startOf(to), previousFrom: null };
  }
  return only && { from: startOf(only), to: startOf(addDays(only, 1)), previousFrom: null };
}

/** Reads ranges such as `in March`, `in March 2025`, `in 2025` and `since January`. */
function monthOrYear(prompt: Prompt, now: Date): TimeRange | null {
  const month = prompt.take(
    new RegExp(`\\b(in|during|for|since|of)\\s+${MONTH}(?:\\s+(20\\d\\d))?\\b`, 'i'),
  );
  if (month !== null) {
    const index = MONTHS.findIndex((name) =>
      name.startsWith((month[2] ?? '').toLowerCase().slice(0, 3)),
    );
    // A month without a year is the latest one that has begun.
    const year = month[3]
      ? Number(month[3])
      : now.getUTCFullYear() - (index > now.getUTCMonth() ? 1 : 0);
    return span(
      month[1],
      new Date(Date.UTC(year, index, 1)),
      new Date(Date.UTC(year, index + 1, 1)),
    );
  }
  const year = prompt.take(/\b(in|during|for|since|of)\s+(20\d\d)\b/i);
  if (year === null) return null;
  const number = Number(year[2]);
  return span(year[1], new Date(Date.UTC(number, 0, 1)), new Date(Date.UTC(number + 1, 0, 1)));
}

function span(word: string | undefined, from: Date, to: Date): TimeRange {
  const isOpen = word?.toLowerCase() === 'since';
  return { from: startOf(from), to: isOpen ? null : startOf(to), previousFrom: null };
}

function day(text: string): Date | null {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  const found = new Date(Date.UTC(year, month - 1, date));
  const fits = found.getUTCMonth() === month - 1 && found.getUTCDate() === date;
  // The years that ClickHouse's dates support.
  return fits && year >= 1970 && year <= 2100 ? found : null;
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}

function startOf(date: Date): string {
  return `toDateTime('${date.toISOString().slice(0, 10)} 00:00:00')`;
}

/** The range if the prompt does not name one. */
export const DEFAULT_RANGE: TimeRange = {
  from: `${NOW} - INTERVAL 30 DAY`,
  to: null,
  previousFrom: `${NOW} - INTERVAL 60 DAY`,
};
