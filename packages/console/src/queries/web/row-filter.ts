import type { WebStatsBreakdown } from '@tidemark/contracts';
import type { PropertyFilter } from '../filters/property-filter';
import { copyText } from '../grid/cell-text';

/** The property that a breakdown reads, if it reads only one. */
const PROPERTIES: Readonly<
  Partial<Record<WebStatsBreakdown, readonly [type: 'event' | 'session', key: string]>>
> = {
  Page: ['event', '$pathname'],
  InitialPage: ['session', '$entry_pathname'],
  ExitPage: ['session', '$end_pathname'],
  ExitClick: ['session', '$last_external_click_url'],
  ScreenName: ['event', '$screen_name'],
  FrustrationMetrics: ['event', '$pathname'],
  InitialChannelType: ['session', '$channel_type'],
  InitialReferringDomain: ['session', '$entry_referring_domain'],
  InitialUTMSource: ['session', '$entry_utm_source'],
  InitialUTMMedium: ['session', '$entry_utm_medium'],
  InitialUTMCampaign: ['session', '$entry_utm_campaign'],
  InitialUTMTerm: ['session', '$entry_utm_term'],
  InitialUTMContent: ['session', '$entry_utm_content'],
  DeviceType: ['event', '$device_type'],
  Browser: ['event', '$browser'],
  OS: ['event', '$os'],
  Country: ['event', '$geoip_country_code'],
  Language: ['event', '$browser_language'],
  Timezone: ['event', '$timezone_offset'],
};

const COUNTRY = '$geoip_country_code';

/** Filters that match exactly the visits of a row; null for a breakdown that filters cannot express. */
export function rowFilters(
  breakdown: WebStatsBreakdown,
  value: unknown,
): readonly PropertyFilter[] | null {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [];
  switch (breakdown) {
    case 'Viewport':
      return ['$viewport_width', '$viewport_height'].map((key, at) => is('event', key, parts[at]));
    case 'City':
      return [is('event', COUNTRY, parts[0]), is('event', '$geoip_city_name', parts[1])];
    case 'Region':
      return [is('event', COUNTRY, parts[0]), is('event', '$geoip_subdivision_1_code', parts[1])];
    default:
  }
  const [type, key] = PROPERTIES[breakdown] ?? [];
  if (type === undefined || key === undefined) return null;
  if (breakdown === 'Language') return [inLanguage(key, copyText(value))];
  // The table contains hours east of UTC. The property contains the minutes that must be added to local time to get
  // UTC.
  if (breakdown === 'Timezone') {
    return [is(type, key, typeof value === 'number' ? 0 - value * 60 : null)];
  }
  return [is(type, key, value)];
}

/**
 * A row of the language table covers all regions of a language: `en-GB` stands for English and names its most frequent
 * region.
 */
function inLanguage(key: string, value: string): PropertyFilter {
  const [language = ''] = value.split('-');
  if (language === '') return is('event', key, null);
  return { type: 'event', key, operator: 'regex', value: `^${language}(-|$)` };
}

function is(type: string, key: string, value: unknown): PropertyFilter {
  if (value === null || value === undefined || value === '') {
    return { type, key, operator: 'is_not_set', value: 'is_not_set' };
  }
  return { type, key, operator: 'exact', value: [copyText(value)] };
}

/** Whether the view has all filters of a row. */
export function isFiltered(
  filters: readonly PropertyFilter[],
  row: readonly PropertyFilter[],
): boolean {
  return row.every((one) => filters.some((other) => isSame(one, other)));
}

/**
 * The filters after a click on a row: its filters replace others on the same property, or are removed if they were set.
 */
export function toggleRow(
  filters: readonly PropertyFilter[],
  row: readonly PropertyFilter[],
): readonly PropertyFilter[] {
  const isOfRow = ({ type, key }: PropertyFilter): boolean =>
    row.some((one) => one.type === type && one.key === key);
  const others = filters.filter((filter) => !isOfRow(filter));
  return isFiltered(filters, row) ? others : [...others, ...row];
}

function isSame(one: PropertyFilter, other: PropertyFilter): boolean {
  return (
    one.type === other.type &&
    one.key === other.key &&
    one.operator === other.operator &&
    JSON.stringify(one.value) === JSON.stringify(other.value)
  );
}
