import type { LogState } from '@tidemark/ingest-log';
import type { Redis } from '../connection/redis';
import { DEAD_LETTER_KEY, streamKey, SURPLUS_SUFFIX } from './keys';
import { pipelineReplies } from '../connection/pipeline-replies';

/** Returns the number of events in a stream and its oldest id, without transferring the entry. */
const DEPTH = `#!lua flags=no-writes
local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
if not oldest then return {0, ''} end
local surplus = redis.call('GET', KEYS[1] .. '${SURPLUS_SUFFIX}') or 0
return {redis.call('XLEN', KEYS[1]) + surplus, oldest[1]}`;

export async function readLogState(redis: Redis, partitions: number): Promise<LogState> {
  const [time, deadLetters, ...streams] = await pipelineReplies(redis, [
    ['time'],
    ['xlen', DEAD_LETTER_KEY],
    ...Array.from({ length: partitions }, (_, n) => ['eval', DEPTH, 1, streamKey(n)]),
  ]);
  const [seconds, micros] = time as [string, string];
  const now = Number(seconds) * 1_000 + Number(micros) / 1_000;
  const depths = streams as [length: number, oldestId: string][];
  const oldest = depths.flatMap(([, id]) => (id === '' ? [] : [Number(id.split('-', 1)[0])]));
  return {
    depths: depths.map(([length]) => length),
    oldestAgeMs: Math.max(0, now - Math.min(now, ...oldest)),
    deadLetters: Number(deadLetters),
  };
}
