/** A slice of an ordered list. A null limit means all of it. */
export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number;
}

export interface Page<T> {
  /** Matches before slicing. */
  readonly count: number;
  readonly rows: readonly T[];
}
