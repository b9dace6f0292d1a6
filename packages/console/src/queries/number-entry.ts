/** The numbers that a field accepts. */
export interface NumberBounds {
  readonly min: number;
  readonly max?: number;
  /** Whether only whole numbers are accepted. */
  readonly isWhole?: boolean;
}

/** The number in a typed text; null if the text is empty, incomplete or not one of the accepted numbers. */
export function typedNumber(text: string, bounds: NumberBounds): number | null {
  const { min, max = Number.POSITIVE_INFINITY, isWhole = false } = bounds;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(number) || number < min || number > max) return null;
  return isWhole && !Number.isInteger(number) ? null : number;
}
