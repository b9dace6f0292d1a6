import type { LoggedEventV1 } from '@tidemark/contracts';
import { parseEntry } from '@tidemark/domain';
import type { LogRecord } from '@tidemark/ingest-log';
import type { ProjectRules } from './project-rules';

/** A record as it may be kept: with the event as the rules of its project made it. */
export interface RedactedRecord {
  readonly record: LogRecord;
  /** Null: it is no event. */
  readonly entry: LoggedEventV1 | null;
}

/**
 * Applies the rules to a record that is about to be kept as it came, in a dead letter. Rules may be applied again when
 * it returns to the log.
 */
export async function redactedRecord(
  rules: ProjectRules,
  record: LogRecord,
): Promise<RedactedRecord> {
  const parsed = parseEntry(record.raw);
  const given =
    parsed.kind === 'entry' ? parsed.entry : parsed.kind === 'replay' ? parsed.replay : null;
  if (given === null) return { record, entry: null };
  await rules.load(new Set([given.team_id]));
  const own = rules.of(given.team_id);
  if (parsed.kind !== 'entry') {
    const redacted = own?.redact(given) ?? given;
    return { record: withContent(record, given, redacted), entry: null };
  }
  const entry = own?.apply(parsed.entry).entry ?? parsed.entry;
  return { record: withContent(record, parsed.entry, entry), entry };
}

function withContent(record: LogRecord, before: object, after: object): LogRecord {
  return after === before ? record : { ...record, raw: JSON.stringify(after) };
}
