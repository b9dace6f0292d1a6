import { createStoresWithoutEvents } from '@tidemark/testing';
import fc from 'fast-check';
import type { TestApi } from './test-support/api';
import { startTestApi } from './test-support/api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi(await createStoresWithoutEvents());
});
afterAll(() => api.stop());

const WRITES = [
  ['POST', '/api/projects/1/actions/'],
  ['PATCH', '/api/projects/1/actions/1/'],
  ['POST', '/api/projects/1/feature_flags/'],
  ['PATCH', '/api/projects/1/feature_flags/1/'],
  ['POST', '/api/projects/1/cohorts/'],
  ['PATCH', '/api/projects/1/cohorts/1/'],
  ['PATCH', '/api/projects/1/cohorts/2/add_persons_to_static_cohort/'],
  ['PATCH', '/api/projects/1/cohorts/2/remove_person_from_static_cohort/'],
  ['POST', '/api/projects/1/early_access_feature/'],
  ['PATCH', '/api/projects/1/early_access_feature/00000000-0000-0000-0000-000000000000/'],
  ['POST', '/api/projects/1/event_deletions/'],
  ['POST', '/api/projects/1/imports/'],
  ['POST', '/api/projects/1/ingestion_rules/'],
  ['POST', '/api/projects/1/ingestion_rules/dry_run/'],
  ['POST', '/api/projects/1/insight_variables/'],
  ['POST', '/api/projects/1/surveys/'],
  ['PATCH', '/api/projects/1/surveys/00000000-0000-0000-0000-000000000000/'],
  ['POST', '/api/projects/'],
  ['PATCH', '/api/projects/1/'],
  ['POST', '/api/personal_api_keys/'],
] as const;

/** Fields of the resources with arbitrary values: random objects would seldom have these fields. */
const anyField = fc.constantFrom(
  'name',
  'key',
  'description',
  'tags',
  'steps',
  'deleted',
  'pinned_at',
  'last_calculated_at',
  'filters',
  'active',
  'version',
  'rollout_percentage',
  'timezone',
  'test_account_filters',
  'label',
  'scopes',
  'scoped_teams',
  'scoped_organizations',
  'week_start_day',
  'groups',
  'query',
  'is_static',
  'csv',
  '_create_static_person_ids',
  'person_ids',
  'person_id',
  'stage',
  'type',
  'payload',
  'feature_flag_id',
  'linked_flag_id',
  'questions',
  'conditions',
  'start_date',
  '__proto__',
);
const nastyText = fc.constantFrom(
  '\0',
  '\ud800',
  '',
  ' ',
  '%',
  "'; drop table users",
  '0000-01-01T00:00',
  '9999-12-31T23:59:59Z',
);
const step = fc.dictionary(
  fc.constantFrom('event', 'properties', 'url', 'url_matching', 'text', 'selector'),
  fc.oneof(nastyText, fc.jsonValue(), fc.constant('regex')),
);
const filters = fc.record(
  {
    groups: fc.array(
      fc.dictionary(fc.constantFrom('properties', 'rollout_percentage', 'variant'), fc.jsonValue()),
    ),
    multivariate: fc.jsonValue(),
    payloads: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
    aggregation_group_type_index: fc.double(),
  },
  { requiredKeys: [] },
);
const cohortLeaf = fc.dictionary(
  fc.constantFrom('type', 'key', 'value', 'operator', 'event_type', 'time_value', 'event_filters'),
  fc.oneof(
    nastyText,
    fc.jsonValue(),
    fc.constantFrom('person', 'cohort', 'behavioral', 'exact', 'performed_event', 'events', 'id'),
  ),
);
const cohortFilters = fc.record({
  properties: fc.record({
    type: fc.constantFrom('AND', 'OR', 'XOR'),
    values: fc.array(fc.oneof(cohortLeaf, fc.jsonValue())),
  }),
});
const anyBody = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    anyField,
    fc.oneof(
      nastyText,
      fc.jsonValue(),
      fc.array(step),
      filters,
      cohortFilters,
      fc.string({ unit: 'binary' }),
    ),
  ),
);

/** The status of a successful request or of an error of the client. */
const CLIENT_ERROR_OR_SUCCESS = /^[24]\d\d$/;

describe('garbage is never a server error', () => {
  beforeAll(async () => {
    await api.call('POST', '/api/projects/1/actions/', { json: { name: 'target' } });
    await api.call('POST', '/api/projects/1/feature_flags/', { json: { key: 'target' } });
    const cohorts = '/api/projects/1/cohorts/';
    await api.call('POST', cohorts, { json: { name: 'target' } });
    await api.call('POST', cohorts, { json: { name: 'target', is_static: true } });
  });

  it.each(WRITES)('JSON to %s %s', async (method, path) => {
    await fc.assert(
      fc.asyncProperty(anyBody, async (json) => {
        const response = await api.call(method, path, { raw: JSON.stringify(json) });
        expect(String(response.status)).toMatch(CLIENT_ERROR_OR_SUCCESS);
      }),
      { numRuns: 100 },
    );
  });

  it.each([...WRITES, ['POST', '/api/projects/1/query/'] as const])(
    'bytes to %s %s',
    async (method, path) => {
      const type = fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded',
        'text/plain',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        ';;',
      );
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), type, async (raw, contentType) => {
          const response = await api.call(method, path, {
            raw,
            headers: { 'content-type': contentType },
          });
          expect(String(response.status)).toMatch(CLIENT_ERROR_OR_SUCCESS);
        }),
        { numRuns: 60 },
      );
    },
  );

  it('paths and query strings', async () => {
    const segment = fc.oneof(
      fc.webSegment(),
      fc.constantFrom('%00', '%E0%A4', '..', '@current', '1e9'),
    );
    const path = fc.oneof(
      fc.tuple(segment, segment).map(([a, b]) => `/api/projects/${a}/actions/${b}/`),
      fc.tuple(segment, segment).map(([a, b]) => `/api/personal_api_keys/${a}/?x=${b}`),
      fc.webQueryParameters().map((query) => `/api/projects/1/actions/?${query}`),
      fc
        .tuple(
          fc.constantFrom('limit', 'offset', 'search', 'ordering', 'tags', 'created_by'),
          segment,
        )
        .map(([name, value]) => `/api/projects/1/actions/?${name}=${value}`),
      segment.map((id) => `/api/projects/1/query/${id}/`),
    );
    await fc.assert(
      fc.asyncProperty(path, async (target) => {
        // Does not use the client of the tests, because that rejects parameters that have no description.
        const headers = { authorization: `Bearer ${api.masterKey}` };
        const { status } = await fetch(api.base + target, { headers });
        expect(String(status)).toMatch(CLIENT_ERROR_OR_SUCCESS);
      }),
      { numRuns: 300 },
    );
  });

  it('a body over the limit', async () => {
    const raw = JSON.stringify({ name: 'x'.repeat(21 * 1024 * 1024) });
    const response = await api.call('POST', '/api/projects/1/actions/', { raw });
    expect(response.status).toBe(413);
    expect(response.body.code).toBe('request_too_large');
  });
});

it('the health route names the missing dependency', async () => {
  expect((await api.call('GET', '/_livez')).status).toBe(200);
  const ready = await api.call('GET', '/_readyz');
  expect(ready.body.checks).toMatchObject({ postgres: 'ok', redis: 'ok' });
  const metrics = await fetch(`${api.base}/metrics`);
  expect(await metrics.text()).toContain('tidemark_http_request_seconds');
});
