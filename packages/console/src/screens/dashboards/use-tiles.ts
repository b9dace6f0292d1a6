import { useMutation, useQueryClient } from '@tanstack/react-query';
import { layoutsOf, moved, withWidth } from '../../queries/dashboard/tile-layout';
import { useProjectId } from '../../session/me';
import type { Dashboard, DashboardChange, Tile } from './dashboards';
import { changeDashboard, dashboardQuery } from './dashboards';

export interface TileCommands {
  /** Shows the new order immediately, and the server's order after its response. */
  readonly move: (from: number, to: number) => void;
  readonly setWide: (tile: Tile, wide: boolean) => void;
  readonly remove: (tile: Tile) => void;
  /** `tile` is the text to change; null creates a new one. */
  readonly setText: (tile: Tile | null, body: string) => Promise<unknown>;
}

/** The operations on the tiles of a dashboard. */
export function useTiles(dashboard: Dashboard): TileCommands {
  const projectId = useProjectId();
  const client = useQueryClient();
  const { queryKey } = dashboardQuery(projectId, String(dashboard.id));
  const change = useMutation({
    mutationFn: (what: { readonly change: DashboardChange; readonly tiles: readonly Tile[] }) =>
      changeDashboard(projectId, dashboard.id, what.change),
    onMutate: async ({ tiles }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, { ...dashboard, tiles });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const { tiles } = dashboard;
  const lay = (next: readonly Tile[]): void => {
    const layouts = layoutsOf(next);
    const laid = next.map((tile, index) => ({ ...tile, ...layouts[index] }));
    change.mutate({ change: { tiles: layouts }, tiles: laid });
  };
  return {
    move: (from, to) => {
      const next = moved(tiles, from, to);
      if (next !== tiles) lay(next);
    },
    setWide: (tile, wide) =>
      lay(tiles.map((one) => (one.id === tile.id ? withWidth(one, wide) : one))),
    remove: ({ id }) =>
      change.mutate({
        change: { tiles: [{ id, deleted: true }] },
        tiles: tiles.filter((tile) => tile.id !== id),
      }),
    setText: (tile, body) =>
      change.mutateAsync({
        change: { tiles: [{ ...(tile !== null && { id: tile.id }), text: { body } }] },
        tiles: tiles.map((one) => (one.id === tile?.id ? { ...one, text: { body } } : one)),
      }),
  };
}
