import type { ExperimentForQuery } from '@tidemark/contracts';
import type { ExperimentCase } from '@tidemark/testing';
import * as fc from 'fast-check';
import type { TestEvent } from './insight-fixture';
import { sessionId } from './random-world';

const START = Date.parse('2020-03-01T00:00:00Z');
const DAY_MS = 86_400_000;
/** The number of days over which events are spread: from before to after every experiment below. */
const SPREAD = 24;

const entry = fc.record({
  /** Without bias, because fast-check prefers values near the ends, where no experiment runs. */
  minute: fc.noBias(fc.integer({ min: 0, max: SPREAD * 1_440 })),
  event: fc.constantFrom('$feature_flag_called', 'seen', 'one', 'one', 'two'),
  who: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
  isMerged: fc.constantFrom(false, false, false, true),
  flag: fc.constantFrom('offer', 'offer', 'offer', 'offer', 'other'),
  variant: fc.constantFrom<unknown>(
    'control',
    'control',
    'control',
    'test',
    'test',
    'test',
    'gone',
    null,
  ),
  group0: fc.constantFrom(undefined, 'org1', 'org2', 'org3', 'org4', 'org5'),
  hasSession: fc.constantFrom(true, true, false),
  browser: fc.constantFrom(undefined, null, '', 'A', 'B'),
  os: fc.constantFrom(undefined, 'X', 'Y'),
  number: fc.constantFrom<unknown>(undefined, null, 0, 1, 2.5, -4, 10, '3', 'text'),
});

/** Events of a few units, some of which are exposed. No two at the same time. */
export const someExperimentEvents: fc.Arbitrary<TestEvent[]> = fc
  .uniqueArray(entry, { minLength: 80, maxLength: 160, selector: ({ minute }) => minute })
  .map((entries) =>
    entries.map(
      ({ minute, event, who, isMerged, group0, hasSession, variant, flag, ...rest }, index) => {
        const at = new Date(START + minute * 60_000).toISOString();
        return {
          at: `${at.replace('T', ' ').slice(0, 17)}${String(index % 60).padStart(2, '0')}`,
          event,
          who,
          ...(isMerged && { distinctId: `${who}2`, ingestedAs: `${who}old` }),
          ...(group0 === undefined ? {} : { group0 }),
          ...(hasSession && { session: sessionId(who, START + minute * 60_000) }),
          properties: { ...rest, ...markOf(event, flag, variant) },
        };
      },
    ),
  );

function markOf(event: string, flag: string, variant: unknown): object {
  if (event !== '$feature_flag_called') return { '$feature/offer': variant };
  return { $feature_flag: flag, $feature_flag_response: variant };
}

/** An experiment for the evaluator, and as a query. */
export interface WrittenExperiment {
  readonly setup: Omit<ExperimentCase, 'metric'>;
  readonly experiment: ExperimentForQuery;
  /** The window and the breakdowns of the metric. */
  readonly shared: object;
  readonly testAccountFilters: readonly unknown[];
}

const NO_X = [{ key: 'os', value: 'X', type: 'event', operator: 'is_not' }];

export const someExperiment: fc.Arbitrary<WrittenExperiment> = fc
  .record({
    from: fc.integer({ min: 2, max: 8 }),
    days: fc.integer({ min: 6, max: 14 }),
    zone: fc.constantFrom('UTC', 'Asia/Kolkata', 'US/Pacific', 'Pacific/Kiritimati'),
    takesFirst: fc.boolean(),
    byGroups: fc.constantFrom(false, false, true),
    exposedBy: fc.constantFrom(null, null, 'seen'),
    isFiltered: fc.boolean(),
    breakdowns: fc.constantFrom<string[]>([], [], ['browser'], ['browser', 'os']),
    hours: fc.constantFrom(null, null, 24, 96),
    isMatured: fc.constantFrom(false, false, true),
    lookbackDays: fc.constantFrom(null, 3, 14),
  })
  .map((given) => {
    const { zone, takesFirst, byGroups, exposedBy, isFiltered, breakdowns, hours } = given;
    const [start, end] = [given.from, given.from + given.days].map(
      (day) => new Date(START + day * DAY_MS + 5 * 3_600_000 + 500),
    ) as [Date, Date];
    return {
      setup: {
        flag: 'offer',
        variants: ['control', 'test'],
        start: textOf(start),
        end: textOf(end),
        zone,
        takesFirst,
        byGroups,
        exposedBy,
        filters: isFiltered ? NO_X : [],
        breakdowns,
        window: hours === null ? null : hours * 3_600,
        maturedAt: given.isMatured ? NOW : null,
        lookbackDays: given.lookbackDays,
      },
      experiment: {
        id: 5,
        featureFlagKey: 'offer',
        variants: ['control', 'test'].map((key) => ({ key, rolloutPercentage: 50 })),
        aggregationGroupTypeIndex: byGroups ? 0 : null,
        startDate: start,
        endDate: end,
        exposureCriteria: {
          filterTestAccounts: isFiltered,
          multiple_variant_handling: takesFirst ? 'first_seen' : null,
          exposure_config:
            exposedBy === null ? null : { kind: 'ExperimentEventExposureConfig', event: exposedBy },
        },
        statsConfig:
          given.lookbackDays === null
            ? null
            : { cuped: { enabled: true, lookback_days: given.lookbackDays } },
        holdoutId: null,
        onlyCountMaturedUsers: given.isMatured,
      },
      shared: {
        conversion_window: hours,
        conversion_window_unit: hours === null ? null : 'hour',
        breakdownFilter: {
          breakdowns: breakdowns.map((property) => ({ property, type: 'event' })),
        },
      },
      testAccountFilters: NO_X,
    };
  });

/** In the middle of the events. */
export const NOW = '2020-03-12 12:00:00';

function textOf(time: Date): string {
  return time.toISOString().replace('T', ' ').slice(0, 23);
}
