import type { QuotaLimit, QuotaResource } from '@tidemark/contracts';
import { quotaResources } from '@tidemark/contracts';
import * as fc from 'fast-check';
import { isOverQuota, withinQuota } from './over-quota';

const NOW = Date.UTC(2026, 0, 2);
const event = (name: string, properties: object = {}) => ({
  event: name,
  properties: { ...properties },
});
const forGood = (...resources: QuotaResource[]): QuotaLimit[] =>
  resources.map((resource) => ({ resource, until: null }));

const ALL = [
  event('$pageview'),
  event('$exception'),
  event('survey sent'),
  event('survey shown', { $product_tour_id: 't' }),
  event('survey dismissed'),
  event('$ai_generation'),
  event('survey abandoned'),
];

it.each<[QuotaResource[], string[], [string, number][]]>([
  [[], ALL.map((one) => one.event), []],
  [
    ['events'],
    ['$exception', 'survey sent', 'survey dismissed', '$ai_generation'],
    [['events', 3]],
  ],
  [
    ['exceptions'],
    ALL.map((one) => one.event).filter((name) => name !== '$exception'),
    [['exceptions', 1]],
  ],
  [
    ['surveys', 'llm_events'],
    ['$pageview', '$exception', 'survey shown', 'survey abandoned'],
    [
      ['surveys', 2],
      ['llm_events', 1],
    ],
  ],
  [['recordings', 'feature_flags'], ALL.map((one) => one.event), []],
])('%j used up', (resources, kept, dropped) => {
  const within = withinQuota(forGood(...resources), ALL, NOW);
  expect(within.kept.map((one) => one.event)).toEqual(kept);
  expect([...within.dropped]).toEqual(dropped);
});

it('ends at the time of the limit', () => {
  const limits = [{ resource: 'recordings' as const, until: '2026-01-02T00:00:00.000Z' }];
  expect(isOverQuota(limits, 'recordings', NOW - 1)).toBe(true);
  expect(isOverQuota(limits, 'recordings', NOW)).toBe(false);
  expect(isOverQuota(limits, 'events', NOW - 1)).toBe(false);
});

it('keeps or counts every event, and keeps their order', () => {
  const names = fc.constantFrom(...ALL.map((one) => one.event));
  fc.assert(
    fc.property(fc.array(names), fc.subarray([...quotaResources]), (sent, resources) => {
      const events = sent.map((name, index) => ({ ...event(name), index }));
      const { kept, dropped } = withinQuota(forGood(...resources), events, NOW);
      const lost = [...dropped.values()].reduce((sum, count) => sum + count, 0);
      expect(kept.length + lost).toBe(events.length);
      expect(kept.map(({ index }) => index)).toEqual(
        kept.map(({ index }) => index).toSorted((a, b) => a - b),
      );
      expect([...dropped.keys()].every((resource) => resources.includes(resource))).toBe(true);
    }),
  );
});
