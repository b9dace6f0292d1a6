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

/** Whether a record is after a position. An empty position means that nothing of the partition was counted. */
export function isBehind(record: LogPosition, position: string): boolean {
  if (position === '') return true;
  const [given, known] = [numbers(positionText(record)), numbers(position)];
  for (const [place, a] of given.entries()) {
    const b = known[place] ?? 0n;
    if (a !== b) return a > b;
  }
  return false;
}

function numbers(text: string): readonly bigint[] {
  return text.split('-').map(BigInt);
}
