import type { LogRecord } from '@tidemark/ingest-log';
import {
  BURIED_SUFFIX,
  DEAD_LETTER_KEY,
  ENTRY_FIELD,
  lastOwnerKey,
  leaseKey,
  streamKey,
} from './keys';
import { ONLY_FOR_HOLDER } from './lease-scripts';
import { removalArguments } from './removals';
import { REMOVE_ENTRY } from './remove-entry';

/** The return values of the command: the record is not moved if the partition is lost or the dead letters are full. */
export const BURIED = { lost: -1, full: -2, moved: 1 } as const;

/**
 * KEYS: lease, last owner, stream, dead letters. ARGV: owner, id of the stream entry, its surplus, its project,
 * whether it is removed (1) or contains other unfinished records (0), the record's index in it, maximum number of
 * dead letters, fields. Does not add a second letter for a record that is already a dead letter and was read again
 * with others of its entry, because a worker died.
 */
const BURY = `${ONLY_FOR_HOLDER}${REMOVE_ENTRY}
local buried = KEYS[3] .. '${BURIED_SUFFIX}' .. ARGV[2]
if ARGV[3] == '0' or redis.call('SISMEMBER', buried, ARGV[6]) == 0 then
  if redis.call('XLEN', KEYS[4]) >= tonumber(ARGV[7]) then return ${BURIED.full} end
  redis.call('XADD', KEYS[4], '*', unpack(ARGV, 8))
  if ARGV[3] ~= '0' then redis.call('SADD', buried, ARGV[6]) end
end
if ARGV[5] == '1' then remove_entry(KEYS[3], ARGV[2], ARGV[3], ARGV[4]) end
return ${BURIED.moved}`;

const MAX_REASON_CHARS = 1_000;

/** The move of one record to the dead letters. */
export interface BurialOrder {
  readonly record: LogRecord;
  readonly reason: string;
  readonly owner: string;
  /** The maximum number of dead letters. */
  readonly max: number;
  /** Whether all other records of its stream entry are finished. */
  readonly removesEntry: boolean;
}

/** Moves a record to the dead letters atomically: it is never missing and never exists twice. */
export function buryCommand(given: BurialOrder): (string | number)[] {
  const { partition, index } = given.record;
  return [
    ...['eval', BURY, 4],
    ...[leaseKey(partition), lastOwnerKey(partition), streamKey(partition), DEAD_LETTER_KEY],
    ...[given.owner, ...removalArguments(given.record)],
    ...[given.removesEntry ? 1 : 0, index, given.max],
    ...letterFields(given),
  ];
}

/** Names and values of the fields of a dead letter. */
export function letterFields({ record, reason }: BurialOrder): (string | number)[] {
  const { partition, id, raw, replays = 0 } = record;
  return [
    ...['reason', reason.slice(0, MAX_REASON_CHARS), 'attempts', replays + 1],
    ...['partition', partition, 'id', id, ENTRY_FIELD, raw],
  ];
}
