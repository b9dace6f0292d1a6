import type { AuditedRequest } from './audited-request';

export const dashboardTiles: readonly AuditedRequest[] = [
  {
    route: 'dashboards_reorder_tiles_create',
    request: ['POST', 'dashboards/{one}/reorder_tiles/', { tile_order: ['{tile}'] }],
    logged: ['Dashboard', 'updated'],
  },
  {
    route: 'dashboards_copy_tile_create',
    request: [
      'POST',
      'dashboards/{two}/copy_tile/',
      { fromDashboardId: '{one}', tileId: '{tile}' },
    ],
    logged: ['Dashboard', 'updated'],
  },
  {
    route: 'dashboards_move_tile_partial_update',
    request: [
      'PATCH',
      'dashboards/{one}/move_tile/',
      { tile: { id: '{tile}' }, toDashboard: '{two}' },
    ],
    logged: ['Dashboard', 'updated'],
  },
  {
    route: 'dashboards_move_tile_create',
    request: [
      'POST',
      'dashboards/{two}/move_tile/',
      { tile: { id: '{tile}' }, toDashboard: '{one}' },
    ],
    logged: ['Dashboard', 'updated'],
  },
];
