import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { classNames } from '../../ui/class-names';
import { IconButton } from '../../ui/button/button';
import { Icon } from '../../ui/icon/icon';
import { Menu, MenuItem } from '../../ui/menu/menu';
import styles from './dashboards.module.css';

export interface TilePlace {
  /** The position in the list of tiles, from 0. */
  readonly position: number;
  readonly count: number;
  readonly isWide: boolean;
  /** Moves the tile from one position to another. */
  readonly move: (from: number, to: number) => void;
  readonly setWide: (wide: boolean) => void;
  readonly remove: () => void;
  /** Announces a change to screen readers. */
  readonly announce: (text: string) => void;
  /** The position of the tile that is being dragged; null if no tile is. */
  readonly dragged: number | null;
  readonly setDragged: (position: number | null) => void;
}

interface TileFrameProps {
  readonly name: string;
  readonly title: ReactNode;
  /** The text below the title. */
  readonly note?: string;
  /** The place of the tile with its commands; null if the user may not change the layout. */
  readonly place: TilePlace | null;
  /** Additional menu items. */
  readonly commands?: ReactNode;
  readonly children: ReactNode;
}

/** A tile with its heading. It can be moved by dragging its grip, by arrow keys on the grip, or by menu commands. */
export function TileFrame({ name, title, note, place, commands, children }: TileFrameProps) {
  return (
    <>
      <header className={styles.tileHeader}>
        {place !== null && <Grip name={name} place={place} />}
        <div className={styles.tileTitle}>
          <h2>{title}</h2>
          {note !== undefined && <p>{note}</p>}
        </div>
        {(place !== null || commands !== undefined) && (
          <div className={styles.tileActions}>
            <Menu isCompact label={`Commands for ${name}`} trigger={<Icon name="ellipsis" />}>
              {commands}
              {place !== null && <Arranging place={place} />}
            </Menu>
          </div>
        )}
      </header>
      {children}
    </>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function Grip({ name, place }: { readonly name: string; readonly place: TilePlace }) {
  const { position, count, move, announce, setDragged } = place;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = Math.min(Math.max(position + step, 0), count - 1);
    if (to === position) return;
    move(position, to);
    announce(`${name}: position ${to + 1} of ${count}`);
  };
  return (
    <span
      className={styles.grip}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        setDragged(position);
      }}
      onDragEnd={() => setDragged(null)}
    >
      <IconButton
        icon="grip-vertical"
        label={`Move ${name}: drag, or press the arrow keys`}
        onKeyDown={onKeyDown}
      />
    </span>
  );
}

/** The menu commands that move, resize or remove a tile. */
function Arranging({ place }: { readonly place: TilePlace }) {
  const { position, count, isWide, move, setWide, remove } = place;
  return (
    <>
      <MenuItem icon="columns-3" onClick={() => setWide(!isWide)}>
        {isWide ? 'Half width' : 'Full width'}
      </MenuItem>
      <MenuItem
        icon="arrow-up"
        disabled={position === 0}
        onClick={() => move(position, position - 1)}
      >
        Move earlier
      </MenuItem>
      <MenuItem
        icon="arrow-down"
        disabled={position === count - 1}
        onClick={() => move(position, position + 1)}
      >
        Move later
      </MenuItem>
      <MenuItem icon="x" onClick={remove}>
        Remove from the dashboard
      </MenuItem>
    </>
  );
}

/** The list item that contains a tile. Another tile can be dropped on it. */
export function TileSlot(props: {
  readonly place: TilePlace | null;
  readonly isWide: boolean;
  readonly children: ReactNode;
}) {
  const { place, isWide, children } = props;
  const isTarget = place !== null && place.dragged !== null && place.dragged !== place.position;
  const drop = (event: DragEvent): void => {
    if (place === null || place.dragged === null) return;
    event.preventDefault();
    place.move(place.dragged, place.position);
    place.setDragged(null);
  };
  return (
    <li
      className={classNames(
        isWide && styles.wide,
        isTarget && styles.target,
        place !== null && place.dragged === place.position && styles.dragged,
      )}
      onDragOver={(event) => {
        if (isTarget) event.preventDefault();
      }}
      onDrop={drop}
    >
      {children}
    </li>
  );
}
