import type { InsightFixture, TestEvent } from './insight-fixture';
import { createInsightFixture } from './insight-fixture';

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

/** A page view of somebody on each of these days of January. */
export const on = (who: string, ...days: number[]): TestEvent[] =>
  days.map((day) => ({ at: `2020-01-${String(day).padStart(2, '0')}`, who }));

export const FIVE_DAYS = { totalIntervals: 5 };
export const UNTIL = { dateRange: { date_to: '2020-01-10' } };
/** a every day but the ninth, b on the first and the last. */
export const ACTIVITY = [...on('a', 6, 7, 8, 10), ...on('b', 6, 10)];

/** What tests of retention ask with; each test has a project of its own. */
interface RetentionScene {
  readonly fixture: () => InsightFixture;
  readonly project: () => number;
  /** Stores the events, and asks a RetentionQuery. */
  readonly retention: (
    events: readonly TestEvent[],
    retentionFilter: Record<string, unknown>,
    query?: Record<string, unknown>,
    options?: Record<string, unknown>,
  ) => Promise<Retention>;
}

/** Registers what a file of such tests needs to have done before and after. */
export function retentionScene(): RetentionScene {
  let fixture: InsightFixture;
  let project = 0;
  beforeAll(async () => {
    fixture = await createInsightFixture();
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    project += 1;
  });
  return {
    fixture: () => fixture,
    project: () => project,
    async retention(events, retentionFilter, query = {}, options = {}) {
      if (events.length > 0) await fixture.events(project, events);
      return fixture.run<Retention>(
        { kind: 'RetentionQuery', retentionFilter, ...query },
        { id: project, ...options },
      );
    },
  };
}
