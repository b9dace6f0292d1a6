/** One record that could not be processed. What the raw text does not say is null. */
export interface DeadLetter {
  /** Its id among the dead letters. */
  readonly id: string;
  /** When it was given up, by the store's clock. */
  readonly at: Date;
  readonly reason: string;
  /** How often it has been given up; more than 1 after replays. */
  readonly attempts: number;
  /** Where it lay before. */
  readonly partition: number;
  readonly recordId: string;
  readonly projectId: number | null;
  readonly uuid: string | null;
  readonly event: string | null;
  readonly distinctId: string | null;
  /** The record as it was in the log. */
  readonly raw: string;
}

/** The parts of an entry that show an operator what it is. */
export type EntryDescription = Pick<DeadLetter, 'projectId' | 'uuid' | 'event' | 'distinctId'>;

/** Reads what there is to read; a dead letter need not be an entry at all. */
export function describeEntry(raw: string): EntryDescription {
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
  } catch {
    // Not JSON is one of the reasons for a dead letter.
    parsed = null;
  }
  const entry = objectOf(parsed);
  // An event as its client sent it has these fields inside.
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
