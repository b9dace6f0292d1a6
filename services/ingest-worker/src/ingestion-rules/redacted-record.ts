import type { LoggedEventV1 } from '@tidemark/contracts';
import type { CompiledRules } from '@tidemark/domain';
import { parseEntry } from '@tidemark/domain';
import type { LogRecord } from '@tidemark/ingest-log';
import type { ProjectRules } from './project-rules';
import { redactedReplay, redactedWarning } from './redacted-data';

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
  switch (parsed.kind) {
    case 'entry': {
      const own = await rulesOf(rules, parsed.entry);
      const entry = own?.apply(parsed.entry).entry ?? parsed.entry;
      return { record: withContent(record, parsed.entry, entry), entry };
    }
    case 'replay': {
      const replay = redactedReplay(await rulesOf(rules, parsed.replay), parsed.replay);
      return { record: withContent(record, parsed.replay, replay), entry: null };
    }
    case 'warning': {
      const warning = redactedWarning(await rulesOf(rules, parsed.warning), parsed.warning);
      return { record: withContent(record, parsed.warning, warning), entry: null };
    }
    case 'unreadable':
      return { record, entry: null };
  }
}

async function rulesOf(
  rules: ProjectRules,
  { team_id }: { readonly team_id: number },
): Promise<CompiledRules | null> {
  await rules.load(new Set([team_id]));
  return rules.of(team_id);
}

function withContent(record: LogRecord, before: object, after: object): LogRecord {
  return after === before ? record : { ...record, raw: JSON.stringify(after) };
}
