/** The position of a record in its partition of the ingest log. */
export interface LogPosition {
  /** The id of its entry, whose numbers grow within the partition: `<ms>-<sequence>`, or `<offset>`. */
  readonly id: string;
  /** Its index in the entry. */
  readonly index: number;
}

export function positionText({ id, index }: LogPosition): string {
  return `${id}-${index}`;
}

/**
 * Returns a function that returns whether a record is after a position. An empty position means that nothing of the
 * partition was counted. Records of the same entry should be checked one after another: their id is compared once.
 */
export function afterPosition(position: string): (record: LogPosition) => boolean {
  if (position === '') return () => true;
  const known = position.split('-');
  const index = Number(known.pop());
  let lastId = '';
  let order = 0;
  return (record) => {
    if (record.id !== lastId) {
      lastId = record.id;
      order = compareNumbers(record.id.split('-'), known);
    }
    return order === 0 ? record.index > index : order > 0;
  };
}

/** Compares lists of decimal numbers of any size without leading zeros. */
function compareNumbers(given: readonly string[], known: readonly string[]): number {
  for (const [place, a] of given.entries()) {
    const b = known[place] ?? '0';
    if (a.length !== b.length) return a.length - b.length;
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}
