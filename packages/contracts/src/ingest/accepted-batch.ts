/**
 * The accepted events of one request on their way into the ingest log, still as the client wrote them.
 * `head + lead + sent + '}'` is the JSON text of a `LoggedEvent`.
 */
export interface AcceptedBatch {
  readonly teamId: number;
  /** The beginning of a JSON object, ending in a comma: what all of them share. ASCII. */
  readonly head: string;
  readonly events: readonly AcceptedEventText[];
}

export interface AcceptedEventText {
  /** Decides the partition, see `eventPartitionKey`. */
  readonly partitionKey: string;
  /** Fields of its own, and the name of the last one: `"uuid":"…","sent":`. ASCII. */
  readonly lead: string;
  /** The event's JSON object in UTF-8. */
  readonly sent: Uint8Array;
}
