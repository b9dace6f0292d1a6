import { useState } from 'react';
import type { DashboardView } from '../../queries/dashboard/dashboard-view';
import { viewOf } from '../../queries/dashboard/dashboard-view';
import { isWide } from '../../queries/dashboard/tile-layout';
import type { PeopleBehind } from '../../queries/insight/people-behind';
import { DashboardTile } from './dashboard-tile';
import type { Tile } from './dashboards';
import { TextTile } from './text-tile';
import type { TilePlace } from './tile-frame';
import { TileSlot } from './tile-frame';
import type { TileCommands } from './use-tiles';
import styles from './dashboards.module.css';

interface TileListProps {
  readonly tiles: readonly Tile[];
  readonly view: DashboardView;
  readonly canChange: boolean;
  readonly commands: TileCommands;
  readonly onPeople: (people: PeopleBehind) => void;
}

/** The tiles in their order, which can be changed by dragging or by keys. */
export function TileList({ tiles, view, canChange, commands, onPeople }: TileListProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, announce] = useState('');
  const placeOf = (tile: Tile, position: number): TilePlace => ({
    ...{ position, count: tiles.length, isWide: isWide(tile), announce, dragged, setDragged },
    move: commands.move,
    setWide: (wide) => commands.setWide(tile, wide),
    remove: () => commands.remove(tile),
  });
  return (
    <>
      <ol className={styles.tiles}>
        {tiles.map((tile, position) => {
          const place = canChange ? placeOf(tile, position) : null;
          const { insight, text } = tile;
          return (
            <TileSlot key={tile.id} place={place} isWide={isWide(tile)}>
              {insight !== null && (
                <DashboardTile
                  insight={insight}
                  views={[view, viewOf(tile.filters_overrides)]}
                  place={place}
                  onPeople={onPeople}
                />
              )}
              {text !== null && (
                <TextTile
                  body={text.body}
                  place={place}
                  onSave={(body) => commands.setText(tile, body)}
                />
              )}
            </TileSlot>
          );
        })}
      </ol>
      <p className={styles.hiddenTitle} role="status">
        {said}
      </p>
    </>
  );
}
