import type { ConformanceCase, Step } from '../test-support/case';
import { PERSONAL_KEY, PROJECT } from '../test-support/case';
import { asked, changes, makes, missing, reads, rejected } from './management-steps';

function lists(query: string, contents: readonly string[]): Step {
  return reads(`annotations/?${query}`, {
    count: contents.length,
    results: contents.map((content) => ({ content })),
  });
}

/** Annotations. Those of the organization are visible in every project, so the cases use unique texts. */
export const annotations: readonly ConformanceCase[] = [
  {
    name: 'annotations are created, listed, changed, deleted and restored',
    steps: [
      makes('insights/', { name: 'Chart', query: { kind: 'HogQLQuery', query: 'SELECT 1' } }),
      asked(
        'POST',
        'annotations/',
        {
          status: 201,
          body: {
            content: 'Release',
            date_marker: '2026-01-02T03:04:05Z',
            creation_type: 'USR',
            dashboard_item: null,
            dashboard_id: null,
            dashboard_name: null,
            insight_short_id: null,
            insight_name: null,
            insight_derived_name: null,
            created_by: { id: 1 },
            deleted: false,
            scope: 'project',
          },
        },
        { content: ' Release ', date_marker: '2026-01-02T03:04:05Z', scope: 'project', id: 9 },
      ),
      makes(
        'annotations/',
        { content: 'On chart', dashboard_item: '#{{Chart}}', date_marker: '2026-01-03T00:00:00Z' },
        { scope: 'dashboard_item', insight_name: 'Chart' },
      ),
      makes('annotations/', { content: null }, { content: null, date_marker: null }),
      reads('annotations/', {
        count: 3,
        next: null,
        previous: null,
        results: [{ content: 'On chart' }, { content: 'Release' }, { content: null }],
      }),
      lists('search=REL', ['Release']),
      lists('scope=project', ['Release']),
      lists('date_from=2026-01-03', ['On chart']),
      lists('date_to=2026-01-02T23:59:59', ['Release']),
      reads('annotations/?limit=1', { count: 3, results: [{ content: 'On chart' }] }),
      reads('annotations/?scope=insight', {
        results: [{ content: 'On chart' }, { content: null }],
      }),
      rejected('GET', 'annotations/?scope=all', { attr: 'scope', detail: 'Invalid scope: all' }),
      rejected('GET', 'annotations/?date_from=soon', {
        attr: 'date_from',
        detail: 'Invalid date range: date_from must be a valid ISO 8601 date',
      }),
      rejected('GET', 'annotations/?date_from=2026-01-03&date_to=2026-01-02', {
        detail: 'Invalid date range: date_from must be before date_to',
      }),
    ],
  },
  {
    name: 'annotations of a deleted insight or dashboard are hidden until it is restored',
    steps: [
      makes('insights/', { name: 'Old', query: { kind: 'HogQLQuery', query: 'SELECT 1' } }),
      makes('dashboards/', { name: 'Board' }),
      makes('annotations/', { content: 'chart', dashboard_item: '#{{Old}}' }),
      makes('annotations/', { content: 'board', scope: 'dashboard', dashboard_id: '#{{Board}}' }),
      makes('annotations/', { content: 'all', scope: 'project', dashboard_item: '#{{Old}}' }),
      changes('insights/{{Old}}/', { deleted: true }, { deleted: true }),
      changes('dashboards/{{Board}}/', { deleted: true }, { deleted: true }),
      lists('', ['all']),
      { manage: { method: 'GET', path: 'annotations/{{chart}}/' }, status: 404 },
      changes('annotations/{{board}}/', { content: 'b' }, {}, 404),
      changes('insights/{{Old}}/', { deleted: false }, { deleted: false }),
      lists('', ['all', 'chart']),
    ],
  },
  {
    name: 'invalid annotations are rejected, and DELETE is not supported',
    steps: [
      rejected('POST', 'annotations/', { attr: 'scope', code: 'invalid_choice' }, { scope: 'x' }),
      rejected('POST', 'annotations/', { attr: 'date_marker' }, { date_marker: 'x' }),
      rejected('POST', 'annotations/', { attr: 'content' }, { content: 'x'.repeat(8_193) }),
      rejected(
        'POST',
        'annotations/',
        { attr: 'dashboard_item', code: 'does_not_exist' },
        { dashboard_item: 999_999 },
      ),
      rejected(
        'POST',
        'annotations/',
        { attr: 'dashboard_id', code: 'invalid_input', detail: 'Dashboard not found.' },
        { dashboard_id: 999_999 },
      ),
      rejected(
        'POST',
        'annotations/',
        { code: 'invalid_input', detail: 'Recording scope is deprecated' },
        { scope: 'recording' },
      ),
      asked('DELETE', 'annotations/999999/', { status: 405, body: '' }),
      missing('GET', 'annotations/999999/'),
      missing('PATCH', 'annotations/999999/'),
      missing('GET', 'annotations/x/'),
      {
        send: { method: 'GET', path: `/api/projects/${PROJECT}/annotations/` },
        response: { status: 401 },
      },
      {
        send: {
          method: 'GET',
          path: `/api/environments/${PROJECT}/annotations`,
          headers: { authorization: `Bearer ${PERSONAL_KEY}` },
        },
        response: { status: 200, body: { results: [] } },
      },
    ],
  },
  {
    name: 'PATCH deletes and restores an annotation',
    steps: [
      makes('annotations/', { content: 'a', scope: 'project' }),
      makes('annotations/', { content: 'Gone', scope: 'project' }),
      changes('annotations/{{Gone}}/', { deleted: true }, { deleted: true }),
      lists('', ['a']),
      { manage: { method: 'GET', path: 'annotations/{{Gone}}/' }, status: 404 },
      changes('annotations/{{Gone}}/', { deleted: false }, { content: 'Gone' }),
      reads('annotations/', { count: 2 }),
    ],
  },
];
