import type { LoggedEventV1 } from '@tidemark/contracts';
import { parseEntry } from '@tidemark/domain';
import type { LogRecord } from '@tidemark/ingest-log';
import type { ProjectRules } from './project-rules';

/** A record after the project's rules were applied, which may be stored. */
export interface RedactedRecord {
  readonly record: LogRecord;
  /** Null if the record is not an event. */
  readonly entry: LoggedEventV1 | null;
}

/**
 * Applies the rules to a record before it is stored as a dead letter. The rules may be applied again when it returns
 * to the log.
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
