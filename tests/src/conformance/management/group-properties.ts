import type { ConformanceCase, Manage } from '../test-support/case';
import { ACME, WORLD } from './group-steps';
import { asked, missing, reads, rejected } from './management-steps';

function read(path: string, response: object): Manage {
  return { manage: { method: 'GET', path }, status: 200, response };
}

/** Properties of a group and the history of their changes. */
export const groupProperties: readonly ConformanceCase[] = [
  {
    name: 'properties are set, deleted, and counted by value and by name',
    steps: [
      ...WORLD,
      asked(
        'POST',
        `groups/update_property/?${ACME}`,
        { status: 200, body: { group_properties: { name: 'Acme Inc', size: 3, plan: 'pro' } } },
        { key: 'plan', value: 'pro' },
      ),
      asked('POST', `groups/update_property/?${ACME}`, { status: 200 }, { key: 'size', value: 4 }),
      {
        query: `SELECT properties.plan, properties.size FROM groups WHERE key = 'acme'`,
        rows: [['pro', '4']],
      },
      read('groups/property_values/?group_type_index=0&key=size', [
        { name: '3', count: 1 },
        { name: '4', count: 1 },
      ]),
      read('groups/property_values/?group_type_index=0&key=name&value=acm', [
        { name: 'Acme Inc', count: 1 },
      ]),
      read('groups/property_definitions/', {
        0: [
          { name: 'name', count: 2 },
          { name: 'size', count: 2 },
          { name: 'plan', count: 1 },
        ],
        1: [{ name: 'name', count: 1 }],
      }),
      asked(
        'POST',
        `groups/delete_property/?${ACME}`,
        {
          status: 200,
          body: { group_properties: { name: 'Acme Inc' } },
          lacks: ['group_properties.plan'],
        },
        { $unset: 'plan' },
      ),
      rejected(
        'POST',
        `groups/delete_property/?${ACME}`,
        { attr: '$unset', detail: "Property 'plan' does not exist on this group." },
        { $unset: 'plan' },
      ),
      rejected('POST', `groups/delete_property/?${ACME}`, { attr: '$unset' }, {}),
      rejected('POST', `groups/update_property/?${ACME}`, { attr: 'key' }, { value: 1 }),
      rejected('POST', `groups/update_property/?${ACME}`, { attr: 'value' }, { key: 'a' }),
      missing('POST', 'groups/nothing/?group_type_index=0'),
      rejected('GET', 'groups/property_values/?group_type_index=0', { attr: 'key' }),
      rejected('GET', 'groups/property_values/?key=a', { attr: 'group_type_index' }),
    ],
  },
  {
    name: 'activity: the changes of a group by users, newest first',
    steps: [
      ...WORLD,
      reads(`groups/activity/?${ACME}`, { results: [], next: null, total_count: 0 }),
      ...(
        [
          ['update_property', { key: 'plan', value: 'pro' }],
          ['update_property', { key: 'size', value: 4 }],
          ['delete_property', { $unset: 'plan' }],
        ] as const
      ).map(([call, body]) => asked('POST', `groups/${call}/?${ACME}`, { status: 200 }, body)),
      reads(
        `groups/activity/?${ACME}`,
        {
          total_count: 3,
          results: [
            {
              scope: 'Group',
              activity: 'update_property',
              detail: {
                name: 'plan',
                changes: [
                  { type: 'Group', action: 'deleted', field: null, before: 'pro', after: null },
                ],
              },
            },
            {
              activity: 'update_property',
              detail: { name: 'size', changes: [{ action: 'changed', before: 3, after: 4 }] },
            },
            {
              activity: 'create_property',
              detail: {
                name: 'plan',
                changes: [{ action: 'created', before: null, after: 'pro' }],
              },
            },
          ],
        },
        { keys: ['next', 'previous', 'results', 'total_count'] },
      ),
      reads(`groups/activity?${ACME}&limit=1&page=2`, {
        results: [{ detail: { name: 'size' } }],
        next: expect.stringContaining('page=3') as unknown,
      }),
      asked(
        'POST',
        'groups/',
        { status: 201 },
        { group_type_index: 0, group_key: 'new', group_properties: { seats: 12, plan: 'x' } },
      ),
      reads('groups/activity/?group_type_index=0&group_key=new', {
        total_count: 2,
        results: [{ activity: 'create_group' }, { activity: 'create_group' }],
      }),
      reads('activity_log/?scope=Group', { total_count: 5 }),
      missing('GET', 'groups/activity/?group_type_index=1&group_key=acme'),
      rejected('GET', 'groups/activity/?group_type_index=0', { attr: 'group_key' }),
      {
        manage: { method: 'GET', path: `groups/activity/?${ACME}` },
        scopes: ['group:read'],
        status: 403,
        response: { detail: "API key missing required scope 'activity_log:read'" },
      },
    ],
  },
];
