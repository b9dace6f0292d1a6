/**
 * The accepted events of one request before they are written to the ingest log, as the client sent them. `head + lead
 * + sent + '}'` is the JSON text of a `LoggedEvent`.
 */
export interface AcceptedBatch {
  readonly teamId: number;
  /** The beginning of a JSON object with the fields that all events share, up to and including a comma. ASCII. */
  readonly head: string;
  readonly events: readonly AcceptedEventText[];
}

export interface AcceptedEventText {
  /** The input for the choice of the partition, see `eventPartitionKey`. */
  readonly partitionKey: string;
  /** The fields of this event, and the name of the last field: `"uuid":"…","sent":`. ASCII. */
  readonly lead: string;
  /** The event's JSON object in UTF-8. */
  readonly sent: Uint8Array;
}
