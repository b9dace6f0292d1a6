import type { KindCase } from './kind-case';

export const taxonomyKinds: readonly KindCase[] = [
  [
    'TeamTaxonomyQuery',
    { kind: 'TeamTaxonomyQuery', limit: 1, offset: 500 },
    { results: [], hasMore: false, limit: 1, offset: 500 },
  ],
  [
    'EventTaxonomyQuery',
    { kind: 'EventTaxonomyQuery', event: 'nobody does this' },
    { results: [], hasMore: false },
  ],
  [
    'ActorsPropertyTaxonomyQuery',
    { kind: 'ActorsPropertyTaxonomyQuery', properties: ['email', 'nothing'] },
    {
      results: [
        { sample_values: expect.arrayContaining(['ann@ex.com']) as unknown },
        { sample_values: [], sample_count: 0 },
      ],
    },
  ],
  [
    'PropertyValuesQuery',
    {
      kind: 'PropertyValuesQuery',
      property_type: 'person',
      property_key: 'email',
      search_value: 'ANN@ex',
    },
    { results: [{ name: 'ann@ex.com', count: expect.any(Number) as unknown }], error: null },
  ],
];
