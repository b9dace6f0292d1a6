import type { TestEvent } from './insight-fixture';
import type { InsightScene } from './insight-scene';
import { insightScene } from './insight-scene';

export interface ActorsResponse {
  readonly results: readonly unknown[][];
  readonly columns: readonly string[];
  readonly missing_actors_count?: number;
}

export const OTHER = '$$_posthog_breakdown_other_$$';
export const NULL = '$$_posthog_breakdown_null_$$';
export const PAGEVIEW = { kind: 'EventsNode', event: '$pageview' };

export const RANGE = { date_from: '2020-01-09', date_to: '2020-01-12' };

export const EVENTS: readonly TestEvent[] = [
  { at: '2020-01-09', who: 'a', properties: { browser: 'Chrome' }, group0: 'org' },
  { at: '2020-01-09', who: 'a', properties: { browser: 'Chrome' } },
  { at: '2020-01-09', who: 'b', properties: { browser: 'Safari' } },
  { at: '2020-01-10', who: 'a', properties: { browser: 'Firefox' } },
  { at: '2020-01-10', who: 'c', properties: { browser: '' } },
  { at: '2020-01-12', who: 'd' },
  { at: '2020-01-12', who: 'e', event: 'other' },
];

export const TRENDS = { kind: 'TrendsQuery', series: [PAGEVIEW] };
export const BROWSERS = {
  ...TRENDS,
  breakdownFilter: { breakdown: 'browser', breakdown_limit: 1 },
};

/** The functions for tests of actors; each test has a project of its own. */
interface ActorsScene extends InsightScene {
  /** The persons behind a point of an insight, as the letters of the test. */
  readonly people: (
    source: Record<string, unknown>,
    point?: Record<string, unknown>,
    kind?: string,
  ) => Promise<string[]>;
}

/** Registers the set-up and tear-down of a test file. */
export function actorsScene(): ActorsScene {
  const scene = insightScene();
  const { fixture, project } = scene;
  return {
    ...scene,
    async people(source, point = {}, kind = 'InsightActorsQuery') {
      const { results } = await fixture().run<ActorsResponse>(
        {
          kind: 'ActorsQuery',
          select: ['actor'],
          source: { kind, source: { dateRange: RANGE, ...source }, ...point },
        },
        { id: project() },
      );
      return results.map(([actor]) => letterOf(actor)).sort();
    },
  };
}

function letterOf(actor: unknown): string {
  const { id } = actor as { readonly id: string };
  return /^0{8}-0{4}-4000-8000-/.test(id)
    ? Buffer.from(id.slice(-12).replace(/^(00)+/, ''), 'hex').toString()
    : id;
}
