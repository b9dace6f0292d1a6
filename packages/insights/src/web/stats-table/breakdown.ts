import type { WebStatsBreakdown, WebStatsTableQuery } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { cleanedPath } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { EVENTS } from '../../hogql-builders/events';
import { expr } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import { sessionField } from '../visits/sessions';
import type { FirstViewBreakdown } from './first-view';
import { firstViewValue, isOfFirstView } from './first-view';
import { sourceMediumCampaign } from './source-medium-campaign';

function property(name: string): Expr {
  return ast.field(EVENTS, 'properties', name);
}

/** The alias of the joined first referrers of sessions. */
export const REFERRERS = 'r';

/** The path of a page. */
export function pagePath(): Expr {
  return property('$pathname');
}

/** The path of the page that was left. */
export function leftPath(): Expr {
  return property('$prev_pageview_pathname');
}

export function entryPath(): Expr {
  return sessionField('$entry_pathname');
}

export function pageHost(): Expr {
  return property('$host');
}

export function entryHost(): Expr {
  return sessionField('$entry_hostname');
}

/**
 * The previous page: inside an application as it records it, else the path of the referrer if it is of the same site.
 */
function previousPage(): Expr {
  return expr(
    `multiIf(isNotNull({left}), {left}, domain({url}) = domain({referrer}), path({referrer}), {referrer})`,
    { left: leftPath(), url: property('$current_url'), referrer: property('$referrer') },
  );
}

const VALUES: Readonly<Record<Exclude<WebStatsBreakdown, FirstViewBreakdown>, () => Expr>> = {
  Page: pagePath,
  InitialPage: entryPath,
  ExitPage: () => sessionField('$end_pathname'),
  ExitClick: () => sessionField('$last_external_click_url'),
  PreviousPage: previousPage,
  ScreenName: () => property('$screen_name'),
  InitialChannelType: () => sessionField('$channel_type'),
  InitialReferringDomain: () => sessionField('$entry_referring_domain'),
  InitialReferringURL: () =>
    expr('cutQueryStringAndFragment({url})', { url: ast.field(REFERRERS, 'referrer') }),
  InitialUTMSource: () => sessionField('$entry_utm_source'),
  InitialUTMCampaign: () => sessionField('$entry_utm_campaign'),
  InitialUTMMedium: () => sessionField('$entry_utm_medium'),
  InitialUTMTerm: () => sessionField('$entry_utm_term'),
  InitialUTMContent: () => sessionField('$entry_utm_content'),
  InitialUTMSourceMediumCampaign: () =>
    sourceMediumCampaign({
      source: sessionField('$entry_utm_source'),
      domain: sessionField('$entry_referring_domain'),
      medium: sessionField('$entry_utm_medium'),
      campaign: sessionField('$entry_utm_campaign'),
    }),
  Browser: () => property('$browser'),
  OS: () => property('$os'),
  Viewport: () =>
    expr('tuple(toFloat({width}), toFloat({height}))', {
      width: property('$viewport_width'),
      height: property('$viewport_height'),
    }),
  DeviceType: () => property('$device_type'),
  Country: () => property('$geoip_country_code'),
  Region: () =>
    expr('tuple({country}, {code}, {name})', {
      country: property('$geoip_country_code'),
      code: property('$geoip_subdivision_1_code'),
      name: property('$geoip_subdivision_1_name'),
    }),
  City: () =>
    expr('tuple({country}, {name})', {
      country: property('$geoip_country_code'),
      name: property('$geoip_city_name'),
    }),
  // Browsers report the minutes to add to local time: UTC+10 is -600.
  Timezone: () => expr('0 - toFloat({offset}) / 60', { offset: property('$timezone_offset') }),
  Language: () => property('$browser_language'),
  FrustrationMetrics: pagePath,
};

/** Breakdowns whose values are paths of pages. */
const PATHS: ReadonlySet<WebStatsBreakdown> = new Set<WebStatsBreakdown>([
  'Page',
  'InitialPage',
  'ExitPage',
  'PreviousPage',
  'FrustrationMetrics',
]);

interface CleaningQuery {
  readonly doPathCleaning?: boolean | null | undefined;
}

/** Properties with the host of a path, for breakdowns that can include it. */
const HOSTS: Readonly<Partial<Record<WebStatsBreakdown, () => Expr>>> = {
  Page: pageHost,
  InitialPage: entryHost,
  ExitPage: () => sessionField('$end_hostname'),
};

/** A path after the project's cleaning rules, if the query requests that. */
export function shownPath(
  path: Expr,
  { doPathCleaning }: CleaningQuery,
  { pathCleaning }: InsightContext,
): Expr {
  return doPathCleaning === true ? cleanedPath(path, pathCleaning, ast) : path;
}

/** A path with its host before it, if the query requests that; null if either is missing. */
export function hostedPath(host: Expr, path: Expr, { includeHost }: WebStatsTableQuery): Expr {
  if (includeHost !== true) return path;
  return expr("nullIf(concat(ifNull(toString({host}), ''), ifNull({path}, '')), '')", {
    host,
    path,
  });
}

/** The value for which an event counts; for first views an aggregate over a session. */
export function breakdownValue(query: WebStatsTableQuery, context: InsightContext): Expr {
  if (isOfFirstView(query.breakdownBy)) return firstViewValue(query.breakdownBy);
  const value = VALUES[query.breakdownBy]();
  if (!PATHS.has(query.breakdownBy)) return value;
  const path = shownPath(value, query, context);
  const host = HOSTS[query.breakdownBy];
  return host === undefined ? path : hostedPath(host(), path, query);
}

/**
 * The condition for shown values. Unknown values that describe a visit are shown too, so that rows add up to the
 * overview; a view without a page is not shown among pages.
 */
export function isShown(breakdown: WebStatsBreakdown): string {
  switch (breakdown) {
    case 'Region':
    case 'City':
      return 'isNotNull(value.1)';
    case 'Viewport':
      return 'isNotNull(value.1) AND isNotNull(value.2) AND value.1 != 0 AND value.2 != 0';
    case 'Country':
    case 'Browser':
    case 'OS':
    case 'DeviceType':
    case 'Language':
    case 'Timezone':
    case 'InitialReferringDomain':
    case 'InitialUTMSource':
    case 'InitialUTMCampaign':
    case 'InitialUTMMedium':
    case 'InitialUTMTerm':
    case 'InitialUTMContent':
    case 'FirstPageviewReferringDomain':
    case 'FirstPageviewUTMSource':
    case 'FirstPageviewUTMCampaign':
    case 'FirstPageviewUTMMedium':
    case 'FirstPageviewUTMTerm':
    case 'FirstPageviewUTMContent':
      return 'true';
    case 'InitialChannelType':
    case 'FirstPageviewChannelType':
      return "isNotNull(value) AND value != ''";
    default:
      return 'isNotNull(value)';
  }
}
