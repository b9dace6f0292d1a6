/** A stored event that is sent to destinations. */
export interface DeliveredEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  /** ISO 8601, in UTC, with microseconds. */
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly elementsChain: string;
  readonly personId: string;
  /** The properties at ingestion. */
  readonly personProperties: Readonly<Record<string, unknown>>;
  /** Group keys by the index of the group type; an empty text for a type without a group. */
  readonly groups: readonly string[];
}
