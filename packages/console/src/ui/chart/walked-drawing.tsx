import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import styles from './chart.module.css';
import type { MarkPlace } from './walk';
import { walkedTo } from './walk';

interface WalkedDrawingProps {
  readonly label: string;
  readonly className?: string;
  /** The number of marks in each column, from left to right. */
  readonly sizes: readonly number[];
  /** What Enter does with a mark, for example "open the people". */
  readonly action: string;
  /** Does it; null if nothing can be opened. */
  readonly onOpen: ((place: MarkPlace) => void) | null;
  /** A mark in words: shown beside the drawing and read aloud while the mark is selected. */
  readonly words: (place: MarkPlace) => string;
  /** The drawing. The selected mark must look different. */
  readonly children: (selected: MarkPlace | null) => ReactNode;
}

/** A drawing whose marks are selected with the arrow keys. */
export function WalkedDrawing(props: WalkedDrawingProps) {
  const { label, className, sizes, action, onOpen, words, children } = props;
  const [selected, setSelected] = useState<MarkPlace | null>(null);
  /** The last selected mark. It is selected again when the focus returns, for example from the panel of people. */
  const last = useRef<MarkPlace | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A drawing that is wider than the screen scrolls.
    const mark = selected === null ? null : frame.current?.querySelector('[data-selected="true"]');
    mark?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = walkedTo(event.key, selected, sizes);
    if (next !== null) {
      event.preventDefault();
      setSelected(next);
      last.current = next;
    } else if (event.key === 'Enter' && selected !== null && onOpen !== null) {
      event.preventDefault();
      onOpen(selected);
    }
  };
  // The marks can be fewer after a refresh.
  const isShown = selected !== null && selected.row < (sizes[selected.column] ?? 0);
  const shown = isShown ? selected : null;
  return (
    <div className={styles.plot}>
      {/* The arrow keys select marks, so the element is focusable although it is not a control. */}
      <div
        ref={frame}
        className={className}
        tabIndex={0}
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}. Use the arrow keys to select values${onOpen === null ? '' : `, and Enter to ${action}`}; the same values are in the table below.`}
        onKeyDown={onKeyDown}
        onFocus={() => setSelected(last.current)}
        onBlur={() => setSelected(null)}
      >
        {children(shown)}
        <p className={styles.readAloud} aria-live="polite">
          {shown !== null && words(shown)}
        </p>
      </div>
      {shown !== null && (
        <p className={`${styles.tooltip} ${styles.below}`} aria-hidden="true">
          {words(shown)}
        </p>
      )}
    </div>
  );
}
