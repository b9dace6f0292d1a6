import type { Redis } from '../connection/redis';
import { streamKey, surplusKey } from './keys';
import { pipelineReplies } from '../connection/pipeline-replies';

/** The number of unfinished events in all partitions of the log. */
export async function logLength(redis: Redis, partitions: number): Promise<number> {
  return sumLengths(await pipelineReplies(redis, lengthCommands(partitions)));
}

/** Two commands for each partition, from 0; `sumLengths` reads their replies. */
export function lengthCommands(partitions: number): string[][] {
  const commands: string[][] = [];
  for (let partition = 0; partition < partitions; partition += 1) {
    commands.push(['xlen', streamKey(partition)], ['get', surplusKey(partition)]);
  }
  return commands;
}

export function sumLengths(replies: readonly unknown[]): number {
  let length = 0;
  for (let i = 0; i < replies.length; i += 2) {
    const entries = Number(replies[i]);
    // A surplus without entries remains if a stream was deleted by hand.
    if (entries > 0) length += entries + Number(replies[i + 1] ?? 0);
  }
  return length;
}
