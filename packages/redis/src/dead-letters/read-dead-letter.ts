import type { DeadLetter } from '@tidemark/ingest-log';
import { describeEntry } from '@tidemark/ingest-log';
import { ENTRY_FIELD } from '../ingest-log/keys';

/** Reads a dead letter from its stream entry. */
export function readDeadLetter(id: string, fields: readonly string[]): DeadLetter {
  const values = new Map<string, string>();
  for (let i = 0; i + 1 < fields.length; i += 2) values.set(fields[i] ?? '', fields[i + 1] ?? '');
  const raw = values.get(ENTRY_FIELD) ?? '';
  return {
    id,
    at: new Date(Number(id.split('-', 1)[0])),
    reason: values.get('reason') ?? '',
    attempts: Number(values.get('attempts') ?? 1),
    partition: Number(values.get('partition') ?? 0),
    recordId: values.get('id') ?? '',
    ...describeEntry(raw),
    raw,
  };
}
