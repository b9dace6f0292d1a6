import type { TestEvent } from './insight-fixture';
import type { InsightScene } from './insight-scene';
import { insightScene } from './insight-scene';

export interface Retention {
  readonly results: {
    readonly values: { readonly count: number; readonly label: string }[];
    readonly label: string;
    readonly date: string;
    readonly breakdown_value: unknown;
  }[];
}

export const counts = ({ results }: Retention): number[][] =>
  results.map(({ values }) => values.map(({ count }) => count));

/** A page view of one person on each of these days of January. */
export const on = (who: string, ...days: number[]): TestEvent[] =>
  days.map((day) => ({ at: `2020-01-${String(day).padStart(2, '0')}`, who }));

export const FIVE_DAYS = { totalIntervals: 5 };
export const UNTIL = { dateRange: { date_to: '2020-01-10' } };
/** Person a is active every day but the ninth, person b on the first and the last day. */
export const ACTIVITY = [...on('a', 6, 7, 8, 10), ...on('b', 6, 10)];

/** The functions for tests of retention; each test has a project of its own. */
interface RetentionScene extends InsightScene {
  /** Stores the events and runs a RetentionQuery. */
  readonly retention: (
    events: readonly TestEvent[],
    retentionFilter: Record<string, unknown>,
    query?: Record<string, unknown>,
    options?: Record<string, unknown>,
  ) => Promise<Retention>;
}

/** Registers the set-up and tear-down of a test file. */
export function retentionScene(): RetentionScene {
  const scene = insightScene();
  const { fixture, project } = scene;
  return {
    ...scene,
    async retention(events, retentionFilter, query = {}, options = {}) {
      if (events.length > 0) await fixture().events(project(), events);
      return fixture().run<Retention>(
        { kind: 'RetentionQuery', retentionFilter, ...query },
        { id: project(), ...options },
      );
    },
  };
}
