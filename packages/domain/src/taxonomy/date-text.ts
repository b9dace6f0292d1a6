const YEAR_FIRST = String.raw`\d{4}[/-][0-2]\d[/-][0-3]\d`;
const YEAR_LAST = String.raw`[0-2]\d[/-][0-3]\d[/-]\d{4}`;
const CLOCK = String.raw`[ T][0-2]\d:[0-6]\d:[0-6]\d.*`;
const NUMBERS = new RegExp(`^(?:${YEAR_FIRST}|${YEAR_LAST})(?:${CLOCK})?$`);

const DAY_NAME = '(?:mon|tue|wed|thu|fri|sat|sun)';
const MONTH_NAME = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
const ZONE = String.raw`(?:[+-]\d{4}|gmt|utc?|[ecmp][sd]t|z)`;
const MAIL_HEADER = new RegExp(
  String.raw`^(?:${DAY_NAME},\s*)?\d{1,2}\s+${MONTH_NAME}\s+\d{4}\s+\d{2}:\d{2}(?::\d{2})?\s+${ZONE}$`,
  'i',
);

/** Longer texts are sentences that happen to start with a date. */
const MAX_LENGTH = 64;

/**
 * Whether a text is probably a date or a time: numbers with the year first or last, with or without a time of day, or
 * the format of a mail header. The values are not checked: month 19 is accepted.
 */
export function looksLikeDate(text: string): boolean {
  if (text.length < 10 || text.length > MAX_LENGTH) return false;
  return NUMBERS.test(text) || MAIL_HEADER.test(text);
}
