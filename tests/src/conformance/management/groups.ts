import type { ConformanceCase } from '../test-support/case';
import { PERSONAL_KEY, PROJECT } from '../test-support/case';
import { ACME, WORLD } from './group-steps';
import { asked, missing, reads, rejected } from './management-steps';

/** Groups and their types (`docs/wire/management.md#groups`). */
export const groups: readonly ConformanceCase[] = [
  {
    name: 'group types are listed, named, given columns and deleted',
    steps: [
      reads('groups_types/', []),
      ...WORLD,
      reads('groups_types', [
        {
          group_type: 'company',
          group_type_index: 0,
          name_singular: null,
          name_plural: null,
          detail_dashboard: null,
          default_columns: null,
        },
        { group_type: 'team', group_type_index: 1 },
      ]),
      asked(
        'PATCH',
        'groups_types/update_metadata/',
        {
          status: 200,
          body: [
            { group_type_index: 0, name_singular: 'firm', name_plural: 'firms' },
            { group_type_index: 1, name_singular: null },
          ],
        },
        [{ group_type_index: 0, group_type: 'x', name_singular: ' firm ', name_plural: 'firms' }],
      ),
      asked(
        'PATCH',
        'groups_types/update_metadata/',
        { status: 200, body: [{ name_singular: null, name_plural: 'firms' }, {}] },
        [{ group_type_index: 0, name_singular: null }],
      ),
      asked('PATCH', 'groups_types/update_metadata/', { status: 404 }, [{ group_type_index: 4 }]),
      rejected('PATCH', 'groups_types/update_metadata/', { attr: null }, {}),
      asked(
        'PUT',
        'groups_types/set_default_columns/',
        { status: 200, body: { group_type_index: 1, default_columns: ['name'] } },
        { group_type_index: 1, default_columns: ['name'] },
      ),
      rejected('PUT', 'groups_types/set_default_columns/', { attr: 'group_type_index' }, {}),
      asked('DELETE', 'groups_types/1/', { status: 204, body: '' }),
      asked('DELETE', 'groups_types/1/', { status: 404, body: { detail: 'Group type not found' } }),
      reads('groups_types/', [{ group_type_index: 0 }]),
    ],
  },
  {
    name: 'groups are listed, searched and found by their key',
    steps: [
      ...WORLD,
      reads(
        'groups/?group_type_index=0',
        {
          next: null,
          previous: null,
          results: [
            { group_key: 'zeta' },
            {
              group_type_index: 0,
              group_key: 'acme',
              group_properties: { name: 'Acme Inc', size: 3 },
              created_at: '2026-01-01T00:00:00Z',
            },
          ],
        },
        { keys: ['next', 'previous', 'results'] },
      ),
      reads('groups/?group_type_index=0&search=INC', { results: [{ group_key: 'acme' }] }),
      reads('groups/?group_type_index=0&search=ETA', { results: [{ group_key: 'zeta' }] }),
      reads('groups/?group_type_index=0&group_key=cm', { results: [{ group_key: 'acme' }] }),
      reads('groups/?group_type_index=0&search=%25', { results: [] }),
      reads('groups/?group_type_index=4', { results: [] }),
      rejected('GET', 'groups/', { attr: 'group_type_index', code: 'invalid_input' }),
      rejected('GET', 'groups/?group_type_index=x', { detail: 'A valid integer is required.' }),
      reads(`groups/find/?${ACME}`, { group_key: 'acme', notebook: null }),
      reads(`groups/find?${ACME}`, { group_key: 'acme' }),
      missing('GET', 'groups/find/?group_type_index=0&group_key=nobody'),
      rejected('GET', 'groups/find/?group_key=acme', { attr: 'group_type_index' }),
      rejected('GET', 'groups/find/?group_type_index=0', { attr: 'group_key' }),
      {
        send: {
          method: 'GET',
          path: `/api/projects/1/groups/find/?${ACME}`,
          headers: { authorization: `Bearer ${PERSONAL_KEY}` },
        },
        response: { status: 404 },
      },
      {
        send: { method: 'GET', path: `/api/projects/${PROJECT}/groups/?group_type_index=0` },
        response: { status: 401 },
      },
    ],
  },
  {
    name: 'a group created over the API is in lists and queries, and has typed properties',
    steps: [
      ...WORLD,
      asked(
        'POST',
        'groups/',
        { status: 201, body: { group_key: 'new', group_properties: { seats: 12 } } },
        { group_type_index: 0, group_key: 'new', group_properties: { seats: 12 } },
      ),
      {
        query: `SELECT key, properties.seats FROM groups WHERE index = 0 AND key = 'new'`,
        rows: [['new', '12']],
      },
      reads('property_definitions/?type=group&group_type_index=0&search=seats', {
        results: [{ name: 'seats', property_type: 'Numeric' }],
      }),
      rejected(
        'POST',
        'groups/',
        { code: 'invalid_input', attr: 'detail', detail: 'A group with this key already exists' },
        { group_type_index: 0, group_key: 'new' },
      ),
      asked('POST', 'groups/', { status: 404 }, { group_type_index: 3, group_key: 'x' }),
      rejected(
        'POST',
        'groups/',
        { code: 'required', attr: 'group_type_index' },
        { group_key: 'x' },
      ),
      rejected('POST', 'groups/', { code: 'required', attr: 'group_key' }, { group_type_index: 0 }),
      asked(
        'POST',
        'groups/',
        { status: 201, body: { group_properties: {} } },
        { group_type_index: 0, group_key: 'bare', group_properties: null },
      ),
    ],
  },
  {
    name: 'related: persons and groups with events in common',
    steps: [
      ...WORLD,
      reads('groups/related/?group_type_index=0&id=acme', [
        { type: 'person', distinct_ids: ['ann'], properties: { email: 'ann@x.io' } },
        { type: 'group', id: 'core', group_type_index: 1, group_key: 'core' },
      ]),
      reads('groups/related/?group_type_index=0&id=zeta', []),
      rejected('GET', 'groups/related/?group_type_index=0', { attr: 'id' }),
      rejected('GET', 'groups/related/?group_type_index=5&id=a', { attr: 'group_type_index' }),
      rejected('GET', 'groups/related/?id=ann', {}),
      reads('groups/related/?id=0190aaaa-0000-7000-8000-0000000000ff', []),
    ],
  },
];
