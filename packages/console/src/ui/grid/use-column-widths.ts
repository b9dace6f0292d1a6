import { useCallback, useState } from 'react';
import type { GridColumn } from './grid-column';
import { DEFAULT_WIDTH, MAX_WIDTH, MIN_WIDTH } from './grid-column';

export interface ColumnWidths {
  readonly of: (column: Pick<GridColumn<never>, 'id' | 'width'>) => number;
  readonly set: (id: string, width: number) => void;
}

/** The widths of columns by their ids. With a storage key, they are stored in this browser. */
export function useColumnWidths(storageKey: string | undefined): ColumnWidths {
  const [widths, setWidths] = useState(() => stored(storageKey));
  const set = useCallback(
    (id: string, width: number): void => {
      const bounded = Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)));
      setWidths((old) => {
        const next = { ...old, [id]: bounded };
        if (storageKey !== undefined)
          localStorage.setItem(nameOf(storageKey), JSON.stringify(next));
        return next;
      });
    },
    [storageKey],
  );
  return { of: ({ id, width }) => widths[id] ?? width ?? DEFAULT_WIDTH, set };
}

function nameOf(storageKey: string): string {
  return `tidemark.widths.${storageKey}`;
}

function stored(storageKey: string | undefined): Readonly<Record<string, number>> {
  if (storageKey === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(nameOf(storageKey)) ?? '{}');
    if (typeof parsed !== 'object' || parsed === null) return {};
    return Object.fromEntries(Object.entries(parsed).filter(([, width]) => Number(width) > 0));
  } catch {
    // The stored value has an unknown format: the columns start with their default widths.
    return {};
  }
}
