import { createHash } from 'node:crypto';
import type { LogRecord } from '@tidemark/ingest-log';

/**
 * The deduplication token of the rows that these records of the log became: the same for the same records, whoever
 * inserts them. It is made of their places in the log, not of what they say: an event that is sent again after its
 * rows were deleted is another record, and has to be stored.
 */
export function insertToken(
  records: readonly Pick<LogRecord, 'partition' | 'id' | 'index'>[],
): string {
  const hash = createHash('sha256');
  for (const { partition, id, index } of records) hash.update(`${partition}/${id}/${index}\n`);
  return hash.digest('base64url');
}
