import type { TestEvent } from './insight-fixture';
import type { InsightScene } from './insight-scene';
import { insightScene } from './insight-scene';

interface TrendsResult {
  readonly label: string;
  readonly count: number;
  readonly data: number[];
  readonly days: string[];
  readonly labels?: string[];
  readonly aggregated_value?: number;
  readonly breakdown_value?: unknown;
  readonly compare_label?: string;
}

export interface Trends {
  readonly results: TrendsResult[];
  readonly hasMore: boolean;
}

export const NULL = '$$_posthog_breakdown_null_$$';
export const OTHER = '$$_posthog_breakdown_other_$$';
export const PAGEVIEW = { kind: 'EventsNode', event: '$pageview' };

/** Four users in twelve days. */
export const ACTIVITY: readonly TestEvent[] = [
  ...['2020-01-09', '2020-01-12'].map((at) => ({ at, who: 'p1' })),
  ...['2020-01-11', '2020-01-12', '2020-01-12'].map((at) => ({ at, who: 'p2' })),
  ...['2020-01-12', '2020-01-13', '2020-01-15', '2020-01-17'].map((at) => ({ at, who: 'p3' })),
  ...['2020-01-15', '2020-01-19'].map((at) => ({ at, who: 'p4' })),
];
export const TWELVE_DAYS = { date_from: '2020-01-09', date_to: '2020-01-20' };

export const data = ({ results }: Trends): number[][] => results.map((result) => result.data);

/** The functions for tests of trends; each test has a project of its own. */
export interface TrendsScene extends InsightScene {
  /** Stores the events and runs a TrendsQuery, by default on page views. */
  readonly trends: (
    events: readonly TestEvent[],
    query: Record<string, unknown>,
    options?: Record<string, unknown>,
  ) => Promise<Trends>;
}

/** Registers the set-up and tear-down of a test file. */
export function trendsScene(): TrendsScene {
  const scene = insightScene();
  const { fixture, project } = scene;
  return {
    ...scene,
    async trends(events, query, options = {}) {
      if (events.length > 0) await fixture().events(project(), events);
      return fixture().run<Trends>(
        { kind: 'TrendsQuery', series: [PAGEVIEW], ...query },
        { id: project(), ...options },
      );
    },
  };
}
