import type { WebStatsBreakdown } from '@tidemark/contracts';
import { copyText } from '../grid/cell-text';

/** The label of a value in a table; a missing value is labelled as unknown. */
export function valueWords(breakdown: WebStatsBreakdown, value: unknown, locale?: string): string {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [];
  switch (breakdown) {
    case 'Country':
      return countryWords(value, locale);
    case 'Region':
      return placeWords(parts[2] ?? parts[1], parts[0], locale);
    case 'City':
      return placeWords(parts[1], parts[0], locale);
    case 'Viewport':
      return parts.map(String).join(' × ');
    case 'Language':
      return languageWords(copyText(value), locale);
    case 'Timezone':
      return offsetWords(value);
    case 'InitialReferringDomain':
      return value === '$direct' ? 'Direct or unknown' : textOf(value);
    default:
      return textOf(value);
  }
}

const UNKNOWN = '(not set)';

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return UNKNOWN;
  return copyText(value);
}

function placeWords(name: unknown, country: unknown, locale?: string): string {
  const place = textOf(name);
  return `${place}, ${countryName(country, locale) ?? UNKNOWN}`;
}

function countryWords(code: unknown, locale?: string): string {
  return countryName(code, locale) ?? textOf(code);
}

/** The name of a country; null if the text is not a country code. */
function countryName(code: unknown, locale?: string): string | null {
  if (typeof code !== 'string' || !/^[A-Z]{2}$/.test(code)) return null;
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code;
}

function languageWords(value: string, locale?: string): string {
  // The code of a language without a region ends with a hyphen.
  const tag = value.replace(/-$/, '');
  if (tag === '') return UNKNOWN;
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    // The text that a browser reports as its language may be invalid.
    return tag;
  }
}

/** Formats hours east of UTC: `UTC+5:30`. */
function offsetWords(hours: unknown): string {
  if (typeof hours !== 'number') return UNKNOWN;
  const minutes = Math.round(Math.abs(hours) * 60);
  const sign = hours < 0 ? '−' : '+';
  const rest = minutes % 60;
  return `UTC${sign}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
