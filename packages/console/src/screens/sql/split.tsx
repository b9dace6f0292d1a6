import type { KeyboardEvent, PointerEvent } from 'react';
import { useState } from 'react';
import styles from './sql.module.css';

const KEY = 'tidemark.sql.editorHeight';
const LEAST = 90;
const MOST = 640;
const STEP = 24;

/** The height of the editor, which is kept in this browser. */
export function useEditorHeight(): readonly [number, (height: number) => void] {
  const [height, setHeight] = useState(() => bounded(Number(localStorage.getItem(KEY)) || 220));
  const change = (next: number): void => {
    setHeight(bounded(next));
    localStorage.setItem(KEY, String(bounded(next)));
  };
  return [height, change];
}

/** The bar between editor and result, which is moved by dragging or with the arrow keys. */
export function SplitBar(props: {
  readonly height: number;
  readonly onChange: (height: number) => void;
}) {
  const { height, onChange } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { ArrowUp: height - STEP, ArrowDown: height + STEP, Home: LEAST, End: MOST }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const bar = event.currentTarget;
    const from = event.clientY;
    const move = ({ clientY }: globalThis.PointerEvent): void => onChange(height + clientY - from);
    const end = (): void => bar.removeEventListener('pointermove', move);
    bar.setPointerCapture(event.pointerId);
    bar.addEventListener('pointermove', move);
    bar.addEventListener('pointerup', end, { once: true });
    bar.addEventListener('pointercancel', end, { once: true });
  };
  return (
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the editor"
      aria-valuenow={height}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      className={styles.split}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  );
}

function bounded(height: number): number {
  return Math.round(Math.max(LEAST, Math.min(MOST, height)));
}
