import type { ConformanceCase } from '../test-support/case';
import { changes, makes, shows } from './management-steps';

const SQL = { kind: 'HogQLQuery', query: 'SELECT 7' };
const ANY_ID = expect.any(Number) as unknown;

/** The tiles of a dashboard, and the fields that refer to a dashboard. */
export const dashboardContents: readonly ConformanceCase[] = [
  {
    name: 'an insight is on the dashboards in its field, with the filters of the dashboard',
    steps: [
      makes('dashboards/', { name: 'One', filters: { date_from: '-7d' } }),
      makes('dashboards/', { name: 'Two' }),
      makes(
        'insights/',
        { name: 'Seven', query: SQL, dashboards: ['#{{One}}'] },
        { dashboards: [ANY_ID], dashboard_tiles: [{ dashboard_id: ANY_ID, deleted: false }] },
      ),
      shows('dashboards/{{One}}/?refresh=blocking', {
        tiles: [
          {
            order: 0,
            text: null,
            button_tile: null,
            layouts: {},
            color: null,
            insight: { name: 'Seven', result: [[7]], dashboards: [ANY_ID] },
          },
        ],
      }),
      shows('dashboards/{{Two}}/', { tiles: [] }),
      changes(
        'insights/{{Seven}}/',
        { dashboards: ['#{{One}}', '#{{Two}}'] },
        { dashboards: [ANY_ID, ANY_ID] },
      ),
      shows('insights/?dashboards=[{{One}},{{Two}}]', { count: 1, results: [{ name: 'Seven' }] }),
      shows('insights/{{Seven}}/?from_dashboard={{One}}', { name: 'Seven' }),
      changes('insights/{{Seven}}/', { dashboards: ['#{{Two}}'] }, { dashboards: [ANY_ID] }),
      shows('insights/?dashboards={{One}}', { count: 0 }),
      shows('dashboards/{{One}}/', { tiles: [] }),
      {
        manage: { method: 'GET', path: 'insights/{{Seven}}/?from_dashboard={{One}}' },
        status: 404,
      },
      // Neither a deleted dashboard nor its insights can be read.
      changes('dashboards/{{Two}}/', { deleted: true, delete_insights: true }),
      { manage: { method: 'GET', path: 'insights/{{Seven}}/' }, status: 404 },
      changes(
        'dashboards/{{Two}}/',
        { deleted: false },
        { tiles: [{ insight: { name: 'Seven' } }] },
      ),
      changes('insights/{{Seven}}/', { deleted: true }, { dashboards: [] }),
      shows('dashboards/{{Two}}/', { tiles: [] }),
      {
        query: 'SELECT name, pinned, deleted FROM system.dashboards ORDER BY id',
        rows: [
          ['One', false, 0],
          ['Two', false, 0],
        ],
      },
    ],
  },
  {
    name: 'annotations can belong to dashboards',
    steps: [
      makes('dashboards/', { name: 'Dash' }),
      makes(
        'annotations/',
        { content: 'Note', scope: 'dashboard', dashboard_id: '#{{Dash}}' },
        { dashboard_id: ANY_ID, dashboard_name: 'Dash' },
      ),
      changes('annotations/{{Note}}/', { dashboard_id: null }, { dashboard_name: null }),
    ],
  },
];
