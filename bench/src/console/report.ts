/** A measured figure with its bound; the bound is null if there is none. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly bound: number | null;
  /** Whether the value must be at least the bound, instead of at most. */
  readonly isLeast?: boolean;
}

/** Prints each figure with its bound and whether the bound is kept. */
export function printFigures(figures: readonly Figure[]): void {
  for (const { what, value, unit, bound, isLeast = false } of figures) {
    const shown = `${what}: ${rounded(value)} ${unit}`;
    if (bound === null) {
      console.log(`  ${shown}`);
      continue;
    }
    const isReached = isLeast ? value >= bound : value <= bound;
    const words = `${isLeast ? 'at least' : 'at most'} ${bound} ${unit}`;
    console.log(`  ${shown} (${words}, ${isReached ? 'reached' : 'MISSED'})`);
  }
}

function rounded(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}
