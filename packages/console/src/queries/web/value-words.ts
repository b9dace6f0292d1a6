import type { WebStatsBreakdown } from '@tidemark/contracts';
import { copyText } from '../grid/cell-text';

/** The words for a value of a table; what is not known is named as such. */
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

/** Null for a text that is no code of a country. */
function countryName(code: unknown, locale?: string): string | null {
  if (typeof code !== 'string' || !/^[A-Z]{2}$/.test(code)) return null;
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code;
}

function languageWords(value: string, locale?: string): string {
  // A language without a region ends in a dash.
  const tag = value.replace(/-$/, '');
  if (tag === '') return UNKNOWN;
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    // What a browser reports need not be a language.
    return tag;
  }
}

/** `UTC+5:30` for hours east of UTC. */
function offsetWords(hours: unknown): string {
  if (typeof hours !== 'number') return UNKNOWN;
  const minutes = Math.round(Math.abs(hours) * 60);
  const sign = hours < 0 ? '−' : '+';
  const rest = minutes % 60;
  return `UTC${sign}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
