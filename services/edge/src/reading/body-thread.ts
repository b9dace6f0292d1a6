import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { PackedValues } from '@tidemark/ingest-log';
import { createBodyTasks } from './body-tasks';
import type { BodyTasks } from './body-tasks';
import { sentError } from './thread-messages';
import type { TaskMessage, TaskName, TaskReply } from './thread-messages';

/* The main file of a thread that reads large bodies, see `createBodyThreads`. */

const tasks = createBodyTasks();

const run = <N extends TaskName>({ name, input }: TaskMessage<N>): unknown =>
  (tasks[name] as (given: typeof input) => ReturnType<BodyTasks[N]>)(input);

parentPort?.on('message', (message: TaskMessage) => {
  try {
    const output = run(message);
    reply({ output, heapBytes: heapBytes() }, buffersOf(output));
  } catch (error) {
    reply({ error: sentError(error), heapBytes: heapBytes() }, []);
  }
});

function heapBytes(): number {
  const { total_heap_size: committed, external_memory: external } = getHeapStatistics();
  return committed + external;
}

function reply(message: TaskReply, transfer: readonly ArrayBuffer[]): void {
  parentPort?.postMessage(message, transfer);
}

function buffersOf(output: unknown): ArrayBuffer[] {
  if (typeof output !== 'object' || output === null || !('packed' in output)) return [];
  const { bytes, ends, partitions, projects, events } = output.packed as PackedValues;
  return [bytes.buffer, ends.buffer, partitions.buffer, projects.buffer, events.buffer];
}
