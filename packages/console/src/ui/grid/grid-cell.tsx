import type { PointerEvent } from 'react';
import type { CellType } from '../../queries/grid/cell-text';
import { cellText, looksStructured, unfolds } from '../../queries/grid/cell-text';
import { timestampText, timestampTitle } from '../../queries/time-text';
import { Icon } from '../icon/icon';
import styles from './grid.module.css';

/** The content of a cell, depending on its type. Long values are shortened. */
export function CellContent(props: {
  readonly value: unknown;
  readonly type: CellType;
  readonly zone: string;
  readonly projectZone: string;
}) {
  const { value, type, zone, projectZone } = props;
  // A missing property is shown as empty, to distinguish it from null.
  if (value === undefined) return null;
  if (value === null) return <span className={styles.null}>null</span>;
  if (type === 'timestamp') {
    return (
      <span
        className={styles.text}
        onPointerEnter={titleFrom(() => timestampTitle(value, projectZone))}
      >
        {timestampText(value, zone)}
      </span>
    );
  }
  const text = cellText(value);
  const isStructure = looksStructured(value, type);
  return (
    <>
      <span
        className={isStructure ? styles.json : styles.text}
        onPointerEnter={isStructure ? undefined : titleFrom(() => text)}
      >
        {text}
      </span>
      {unfolds(value, type) && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.unfold}
          data-unfold=""
          aria-label="Show the whole value"
          title="Show the whole value (Space)"
        >
          <Icon name="maximize-2" size={12} />
        </button>
      )}
    </>
  );
}

/** Computes a tooltip only when the pointer comes to the text: a grid that scrolls has no time for the others. */
function titleFrom(text: () => string): (event: PointerEvent<HTMLElement>) => void {
  return ({ currentTarget }) => {
    currentTarget.title = text();
  };
}

/** Numbers are aligned at the right. */
export function isRightAligned(value: unknown, type: CellType): boolean {
  return type === 'number' || (type === 'auto' && typeof value === 'number');
}
