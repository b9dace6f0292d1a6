import type { TestEvent } from './insight-fixture';
import type { InsightScene } from './insight-scene';
import { insightScene } from './insight-scene';
import { sessionAt } from './session-at';

export const DAYS = { date_from: '2020-01-15', date_to: '2020-01-16' };
export const S1 = sessionAt('2020-01-15 10:00:00', 1);
export const S2 = sessionAt('2020-01-15 11:00:00', 2);
export const S3 = sessionAt('2020-01-16 12:00:00', 3);
const S4 = sessionAt('2020-01-13 10:00:00', 4);

export const page = (path: string, more: object = {}) => ({
  $current_url: `https://ex.com${path}`,
  $pathname: path,
  ...more,
});

/** Three visits of two persons in two days, and one bounced visit in the two days before. */
export const VISITS: TestEvent[] = [
  {
    who: 'a',
    session: S1,
    at: '2020-01-15 10:00:00',
    properties: page('/home', {
      $browser: 'Chrome',
      utm_source: 'news',
      $referrer: 'https://www.google.com/search?q=x',
      $referring_domain: 'www.google.com',
      $geoip_country_code: 'DE',
      $geoip_city_name: 'Bonn',
      $browser_language: 'en-GB',
      $viewport_width: 1024,
      $viewport_height: 768,
      $timezone_offset: -120,
    }),
  },
  {
    who: 'a',
    session: S1,
    at: '2020-01-15 10:01:00',
    properties: page('/docs', {
      $browser: 'Chrome',
      $prev_pageview_pathname: '/home',
      $prev_pageview_duration: 60,
      $prev_pageview_max_scroll_percentage: 0.5,
      $prev_pageview_max_content_percentage: 0.9,
    }),
  },
  {
    who: 'b',
    session: S2,
    at: '2020-01-15 11:00:00',
    properties: page('/home', { $browser: 'Safari' }),
  },
  {
    who: 'a',
    session: S3,
    at: '2020-01-16 12:00:00',
    properties: page('/docs', { $browser: 'Chrome' }),
  },
  { who: 'a', session: S3, at: '2020-01-16 12:00:30', event: 'paid', properties: {} },
  {
    who: 'b',
    session: S4,
    at: '2020-01-13 10:00:00',
    properties: page('/home', { $browser: 'Safari' }),
  },
];

export interface Item {
  readonly key: string;
  readonly value: number | null;
  readonly previous: number | null;
  readonly changeFromPreviousPct: number | null;
}

interface Table {
  readonly results: unknown[][];
  readonly columns: string[];
  readonly hasMore: boolean;
}

/** The functions for tests of web analytics; each test has a project of its own. */
interface WebScene extends InsightScene {
  /** Runs a WebOverviewQuery over two days. */
  readonly overview: (more?: object) => Promise<{ readonly results: Item[] }>;
  /** Runs a WebStatsTableQuery over two days. */
  readonly table: (breakdownBy: string, more?: object) => Promise<Table>;
}

/** Registers the set-up and tear-down of a test file. */
export function webScene(): WebScene {
  const scene = insightScene();
  const { fixture, project } = scene;
  return {
    ...scene,
    overview: (more = {}) =>
      fixture().run<{ results: Item[] }>(
        { kind: 'WebOverviewQuery', properties: [], dateRange: DAYS, ...more },
        { id: project() },
      ),
    table: (breakdownBy, more = {}) =>
      fixture().run<Table>(
        { kind: 'WebStatsTableQuery', breakdownBy, properties: [], dateRange: DAYS, ...more },
        { id: project() },
      ),
  };
}
