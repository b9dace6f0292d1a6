import type { ConformanceCase } from '../../test-support/case';
import { reads, rejected } from '../management-steps';
import { WORLD } from './person-steps';

function filtered(...filters: readonly object[]): string {
  return `persons/?properties=${encodeURIComponent(JSON.stringify(filters))}`;
}

export const lists: readonly ConformanceCase[] = [
  {
    name: 'list: envelope, shape and filters',
    steps: [
      reads('persons/', { next: null, previous: null, results: [] }),
      ...WORLD,
      reads(
        'persons?distinct_id=phone',
        {
          next: null,
          previous: null,
          results: [
            {
              type: 'person',
              name: 'ann@x.io',
              properties: { email: 'ann@x.io', plan: 'pro', seats: 3 },
              created_at: '2026-01-01T00:00:00Z',
              is_identified: true,
              matched_recordings: [],
              value_at_data_point: null,
            },
          ],
        },
        { keys: ['next', 'previous', 'results'] },
      ),
      reads('persons/?distinct_id=nobody', { results: [] }),
      reads('persons/?distinct_id=ann&include_total=true', { count: 1 }),
      reads('persons/?distinct_id=ann&email=bob@x.io', { results: [] }),
      reads('persons/?email=bob@x.io', { results: [{ name: 'bob@x.io' }] }),
      reads('persons/?email=x.io', { results: [] }),
      reads('persons/?search=BOB', { results: [{ name: 'bob@x.io' }] }),
      reads('persons/?search=phon', { results: [{ name: 'ann@x.io' }] }),
      reads('persons/?search=nobody', { results: [] }),
      reads(filtered({ key: 'plan', value: 'pro', operator: 'exact', type: 'person' }), {
        results: [{ name: 'ann@x.io' }],
      }),
      reads(filtered({ key: 'plan', value: 'pro', operator: 'is_not' }), {
        results: [{ name: 'bob@x.io' }],
      }),
      reads(filtered({ key: 'seats', value: 2, operator: 'gt' }, { key: 'plan', value: 'free' }), {
        results: [],
      }),
      reads('persons/?search=io&email=ann@x.io', { results: [{ name: 'ann@x.io' }] }),
      rejected('GET', 'persons/?properties={', { attr: 'properties' }),
      rejected('GET', 'persons/?properties=3', { attr: 'properties' }),
    ],
  },
  {
    name: 'list: pages, with a total if requested',
    steps: [
      ...WORLD,
      reads(
        'persons/?limit=1',
        {
          next: expect.stringMatching(/persons\/\?.*offset=1/) as unknown,
          previous: null,
          results: [{ name: 'bob@x.io' }],
        },
        { keys: ['next', 'previous', 'results'] },
      ),
      reads('persons/?limit=1&offset=1', {
        previous: expect.stringMatching(/persons\/\?.*limit=1/) as unknown,
        results: [{ name: 'ann@x.io' }],
      }),
      reads('persons/?limit=2&offset=2', { next: null, results: [] }),
      reads('persons/?limit=x&offset=-1', { next: null, previous: null, results: [{}, {}] }),
      reads('persons/?limit=1&include_total=1', { count: 2, results: [{}] }),
      reads('persons/?include_total=true&search=bob', { count: 1 }),
    ],
  },
];
