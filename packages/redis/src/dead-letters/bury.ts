import {
  DEAD_LETTER_KEY,
  ENTRY_FIELD,
  lastOwnerKey,
  leaseKey,
  streamKey,
} from '../ingest-log/keys';
import { ONLY_FOR_HOLDER } from '../ingest-log/lease-scripts';
import type { LogRecord } from '../ingest-log/stream-reader';

/** What the command answers: nothing was moved when the partition is lost or the letters are full. */
export const BURIED = { lost: -1, full: -2, moved: 1 } as const;

/** KEYS: lease, last owner, stream, dead letters. ARGV: owner, record id, most there may be, fields. */
const BURY = `${ONLY_FOR_HOLDER}
if redis.call('XLEN', KEYS[4]) >= tonumber(ARGV[3]) then return ${BURIED.full} end
redis.call('XADD', KEYS[4], '*', unpack(ARGV, 4))
redis.call('XDEL', KEYS[3], ARGV[2])
return ${BURIED.moved}`;

const MAX_REASON_CHARS = 1_000;

/** Moves a record to the dead letters, at once: there is no moment without it or with it twice. */
export function buryCommand(given: {
  readonly record: LogRecord;
  readonly reason: string;
  readonly owner: string;
  readonly max: number;
}): (string | number)[] {
  const { partition, id, raw, replays = 0 } = given.record;
  return [
    ...['eval', BURY, 4],
    ...[leaseKey(partition), lastOwnerKey(partition), streamKey(partition), DEAD_LETTER_KEY],
    ...[given.owner, id, given.max],
    ...['reason', given.reason.slice(0, MAX_REASON_CHARS), 'attempts', replays + 1],
    ...['partition', partition, 'id', id, ENTRY_FIELD, raw],
  ];
}
