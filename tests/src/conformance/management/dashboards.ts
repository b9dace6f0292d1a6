import type { ConformanceCase, Step } from '../test-support/case';
import { asked, changes, makes, missing, reads, rejected, shows } from './management-steps';

const BASIC = [
  'id',
  'name',
  'description',
  'pinned',
  'created_at',
  'created_by',
  'last_accessed_at',
  'last_viewed_at',
  'is_shared',
  'deleted',
  'creation_mode',
  'tags',
  'restriction_level',
  'effective_restriction_level',
  'effective_privilege_level',
  'user_access_level',
  'access_control_version',
  'last_refresh',
  'team_id',
];
const FULL = [
  ...BASIC,
  'filters',
  'variables',
  'persisted_filters',
  'persisted_variables',
  'breakdown_colors',
  'data_color_theme_id',
  'quick_filter_ids',
  'tiles',
];

function lists(query: string, names: readonly string[]): Step {
  return reads(`dashboards/?${query}`, {
    count: names.length,
    results: names.map((name) => ({ name })),
  });
}

function forbidden(scope: string) {
  return {
    type: 'authentication_error',
    code: 'permission_denied',
    detail: `API key missing required scope '${scope}'`,
  };
}

/** Dashboards, with the requests of PostHog's app, Terraform provider and MCP server. */
export const dashboards: readonly ConformanceCase[] = [
  {
    name: 'dashboards are created, read, changed, deleted and restored',
    steps: [
      asked(
        'POST',
        'dashboards/',
        {
          status: 201,
          body: {
            name: 'Sales',
            description: 'd',
            pinned: true,
            tags: ['a', 'b'],
            filters: { date_from: '-30d' },
            persisted_filters: { date_from: '-30d' },
            variables: {},
            persisted_variables: null,
            breakdown_colors: [],
            data_color_theme_id: null,
            quick_filter_ids: [],
            creation_mode: 'default',
            is_shared: false,
            deleted: false,
            restriction_level: 21,
            effective_restriction_level: 21,
            effective_privilege_level: 37,
            last_accessed_at: null,
            tiles: [],
          },
          keys: FULL,
        },
        {
          name: ' Sales ',
          description: 'd',
          pinned: true,
          tags: ['B', 'a '],
          filters: { date_from: '-30d' },
          _create_in_folder: 'x',
        },
      ),
      makes('dashboards/', { name: 'Two' }, { description: '', pinned: false, filters: {} }),
      shows('dashboards/{{Two}}/', {
        name: 'Two',
        last_accessed_at: expect.stringMatching(/^\d{4}-/) as unknown,
      }),
      changes(
        'dashboards/{{Two}}/',
        { description: 'x', id: 7, tiles: [], delete_insights: false },
        { name: 'Two', description: 'x' },
      ),
      lists('', ['Sales', 'Two']),
      changes('dashboards/{{Two}}/', { deleted: true }, { deleted: true }),
      { manage: { method: 'GET', path: 'dashboards/{{Two}}/' }, status: 404 },
      {
        manage: { method: 'PATCH', path: 'dashboards/{{Two}}/' },
        body: { name: 'x' },
        status: 404,
      },
      lists('', ['Sales']),
      changes('dashboards/{{Two}}/', { deleted: false }, { deleted: false, description: 'x' }),
      lists('', ['Sales', 'Two']),
      reads('activity_log/?scope=Dashboard', {
        total_count: 5,
        results: [
          { activity: 'restored' },
          { activity: 'deleted' },
          { activity: 'updated' },
          { activity: 'created' },
          { activity: 'created' },
        ],
      }),
      { manage: { method: 'DELETE', path: 'dashboards/{{Two}}/' }, status: 405 },
      asked('DELETE', 'dashboards/999999/', { status: 405, body: '' }),
      missing('GET', 'dashboards/999999/'),
      missing('PATCH', 'dashboards/999999/'),
      missing('GET', 'dashboards/x/'),
    ],
  },
  {
    name: 'the list has pinned dashboards first, then sorts by name; it can be filtered',
    steps: [
      makes('dashboards/', { name: 'C', description: 'about money' }),
      makes('dashboards/', { name: 'B', tags: ['money'] }),
      makes('dashboards/', { name: 'P', pinned: true }),
      makes('dashboards/', { name: 'A' }),
      makes(
        'dashboards/',
        { name: 'Copy', use_dashboard: '#{{C}}' },
        { creation_mode: 'duplicate' },
      ),
      asked('GET', 'dashboards/?limit=1', {
        status: 200,
        body: {
          count: 5,
          next: expect.stringMatching(/offset=1/) as unknown,
          previous: null,
          results: [{ name: 'P' }],
        },
      }),
      lists('', ['P', 'A', 'B', 'C', 'Copy']),
      lists('pinned=true', ['P']),
      lists('pinned=false&offset=0', ['A', 'B', 'C', 'Copy']),
      lists('search=MONEY', ['B', 'C']),
      lists('tags=money', ['B']),
      lists('creation_mode=duplicate', ['Copy']),
      lists('exclude_generated=true', ['P', 'A', 'B', 'C', 'Copy']),
    ],
  },
  {
    name: 'invalid dashboards are rejected',
    steps: [
      rejected(
        'POST',
        'dashboards/',
        { attr: 'name', code: 'max_length' },
        { name: 'x'.repeat(401) },
      ),
      rejected('POST', 'dashboards/', { attr: 'tags', code: 'not_a_list' }, { tags: 'a' }),
      rejected('POST', 'dashboards/', { attr: 'filters' }, { filters: [] }),
      rejected('POST', 'dashboards/', { attr: 'filters__nobody' }, { filters: { nobody: 1 } }),
      rejected('POST', 'dashboards/', { attr: 'restriction_level' }, { restriction_level: 37 }),
      rejected(
        'POST',
        'dashboards/',
        { attr: 'use_template', detail: 'Invalid template provided: X' },
        { use_template: 'X' },
      ),
      rejected(
        'POST',
        'dashboards/',
        { attr: 'use_dashboard', detail: 'Invalid value provided' },
        { use_dashboard: 999_999 },
      ),
      makes('dashboards/', { name: 'D' }),
      {
        manage: { method: 'PATCH', path: 'dashboards/{{D}}/' },
        body: { tiles: [{ id: 999_999, color: 'blue' }] },
        status: 400,
        response: { type: 'validation_error', code: 'does_not_exist', attr: 'tiles' },
      },
      {
        manage: { method: 'PATCH', path: 'dashboards/{{D}}/' },
        body: { tiles: [{ button_tile: { url: 'https://example.com' } }] },
        status: 400,
        response: { type: 'validation_error', attr: expect.stringMatching(/^tiles/) as unknown },
      },
    ],
  },
  {
    name: 'a key needs the scope, and cannot reach dashboards of other projects',
    steps: [
      makes('dashboards/', { name: 'Mine' }),
      {
        manage: { method: 'GET', path: 'dashboards/{{Mine}}/' },
        scopes: ['dashboard:read'],
        status: 200,
      },
      {
        manage: { method: 'GET', path: 'dashboards/{{Mine}}/' },
        scopes: ['insight:read'],
        status: 403,
        response: forbidden('dashboard:read'),
      },
      {
        manage: { method: 'PATCH', path: 'dashboards/{{Mine}}/' },
        body: { name: 'x' },
        scopes: ['dashboard:read'],
        status: 403,
        response: forbidden('dashboard:write'),
      },
      { manage: { method: 'GET', path: 'dashboards/{{Mine}}/' }, elsewhere: true, status: 404 },
      {
        manage: { method: 'PATCH', path: 'dashboards/{{Mine}}/' },
        body: { name: 'x' },
        elsewhere: true,
        status: 404,
      },
      {
        manage: { method: 'POST', path: 'insights/' },
        body: { name: 'Stranger', dashboards: ['#{{Mine}}'] },
        elsewhere: true,
        status: 400,
        response: { attr: 'dashboards', code: 'does_not_exist' },
      },
      {
        manage: { method: 'POST', path: 'dashboards/' },
        body: { use_dashboard: '#{{Mine}}' },
        elsewhere: true,
        status: 400,
        response: { attr: 'use_dashboard' },
      },
    ],
  },
];
