/** One record that could not be processed. Fields that cannot be read from the raw text are null. */
export interface DeadLetter {
  /** Its id among the dead letters. */
  readonly id: string;
  /** The time when it became a dead letter, by the clock of the store. */
  readonly at: Date;
  readonly reason: string;
  /** How often the record became a dead letter; more than 1 after replays. */
  readonly attempts: number;
  /** The partition and the id of the record in the log. */
  readonly partition: number;
  readonly recordId: string;
  readonly projectId: number | null;
  readonly uuid: string | null;
  readonly event: string | null;
  readonly distinctId: string | null;
  /** The record as it was in the log. */
  readonly raw: string;
}

/** The parts of a record by which an operator recognises it. */
export type EntryDescription = Pick<DeadLetter, 'projectId' | 'uuid' | 'event' | 'distinctId'>;

/** Reads the readable parts; the text of a dead letter may be invalid. */
export function describeEntry(raw: string): EntryDescription {
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
  } catch {
    // Invalid JSON is one of the reasons for a dead letter.
    parsed = null;
  }
  const entry = objectOf(parsed);
  // In version 2, the event of the client is in the member `sent`.
  const sent = objectOf(entry['sent']);
  const member = (name: string): unknown => entry[name] ?? sent[name];
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const projectId = member('team_id');
  return {
    projectId: Number.isSafeInteger(projectId) ? (projectId as number) : null,
    uuid: text(member('uuid')),
    event: text(member('event')),
    distinctId: text(member('distinct_id')),
  };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
