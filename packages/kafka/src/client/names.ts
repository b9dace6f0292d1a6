/** Topics and group of a log. */
export interface LogNames {
  readonly events: string;
  readonly letters: string;
  /** Group that the offsets are committed for. No consumer joins it: leases assign the partitions. */
  readonly group: string;
}

export function logNames(prefix: string): LogNames {
  return {
    events: `${prefix}-ingest`,
    letters: `${prefix}-dead-letters`,
    group: `${prefix}-ingest-worker`,
  };
}

/** Header of a record with the project of its events. */
export const PROJECT_HEADER = 'p';
/** Header of a record that was replayed from the dead letters, with the number of replays. */
export const REPLAYS_HEADER = 'n';

/** The id of a log record: its time in ms by the producer's clock, and its offset. */
export function recordId(timestamp: bigint, offset: bigint): string {
  return `${timestamp}-${offset}`;
}

/** @throws SyntaxError for a text that is not an id */
export function offsetOf(id: string): bigint {
  return BigInt(id.slice(id.indexOf('-') + 1));
}

/** Converts headers to the format of the client, in which names are bytes too. */
export function headersOf(values: Readonly<Record<string, string | number>>): Map<Buffer, Buffer> {
  return new Map(
    Object.entries(values).map(([name, value]) => [Buffer.from(name), Buffer.from(String(value))]),
  );
}
