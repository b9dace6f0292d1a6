import { createHash } from 'node:crypto';
import type { LogRecord } from '@tidemark/ingest-log';

/**
 * Returns the deduplication token of the rows of these records, which is the same in every worker. It is a hash of the
 * records' places in the log, not of their content: an event that is sent again after its row was deleted is a new
 * record and must be stored.
 */
export function insertToken(
  records: readonly Pick<LogRecord, 'partition' | 'id' | 'index'>[],
): string {
  const places = records.map(({ partition, id, index }) => `${partition}/${id}/${index}\n`);
  return createHash('sha256').update(places.join('')).digest('base64url');
}
