export type { Dashboard, DashboardFields, DashboardTile, DashboardTileFields } from './dashboard';
export type { DashboardListQuery } from './dashboard-list';
export { createDashboardRepository } from './dashboard-repository';
export type { DashboardChange, DashboardRepository } from './dashboard-repository';
export type { NewDashboard, NewTile } from './insert-dashboard';
export { createDashboardTileStore } from './tile-store';
export type { DashboardTileStore, PlacedTile } from './tile-store';
export { UnknownTileError } from './tiles';
export type { TileChange } from './tiles';
