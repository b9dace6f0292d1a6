import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { oversized } from '@tidemark/domain';
import { BodyBudgetError } from '../body/body-budget';
import { receivedError } from './thread-messages';
import type { TaskInput, TaskMessage, TaskName, TaskOutput, TaskReply } from './thread-messages';

/** A thread that reads bodies for one request. */
export interface BodyThread {
  /**
   * Runs one task.
   *
   * @param transfer buffers of the input that are transferred instead of copied
   * @throws the error of the task; BodyBudgetError after `TIME_LIMIT_MS`; CaptureError 413 if out of memory
   */
  run<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<TaskOutput<N>>;
}

/** Threads that read large bodies, so that these do not block the event loop. */
export interface BodyThreads {
  /** Runs `work` with a thread. @throws BodyBudgetError if too many requests wait for a thread */
  use<T>(work: (thread: BodyThread) => Promise<T>): Promise<T>;
  /** Requests that wait for a thread. */
  waiting(): number;
  /** Bytes of the heaps of idle threads; at most `size` × `IDLE_HEAP_BYTES`. */
  idleHeapBytes(): number;
  stop(): Promise<void>;
}

export interface BodyThreadsOptions {
  readonly size: number;
  readonly maxWaiting: number;
}

/** The compiled file, also if the code that starts it runs uncompiled. */
const SCRIPT = join(__dirname, '..', '..', 'dist', 'reading', 'body-thread.js');
/** Enough for the largest body within the limits. */
const HEAP_MEGABYTES = 768;
/** A last resort: limits on the number of events and values bound the time of a body. */
const TIME_LIMIT_MS = 30_000;
/** Size of a thread's young generation, in MB: the flag of the process would give each thread three times 64 MB. */
const YOUNG_MEGABYTES = 32;
/** Ms after which an idle thread is ended. */
const IDLE_MS = 10_000;
/**
 * A thread with a larger heap collects its garbage before it becomes idle, because V8 does not shrink the heap of an
 * idle thread. Ending the thread would cost more CPU, because a new thread compiles its code again.
 */
export const IDLE_HEAP_BYTES = 128 * 1024 * 1024;

/** Creates the pool. A thread is started when a body needs it. */
export function createBodyThreads({ size, maxWaiting }: BodyThreadsOptions): BodyThreads {
  const idle: PooledThread[] = [];
  const waiting: ((thread: PooledThread) => void)[] = [];
  const alive = new Set<PooledThread>();

  const start = (): PooledThread => {
    const thread = new PooledThread(() => {
      alive.delete(thread);
      const at = idle.indexOf(thread);
      if (at !== -1) idle.splice(at, 1);
    });
    alive.add(thread);
    return thread;
  };
  const acquire = (): Promise<PooledThread> | PooledThread => {
    const free = idle.pop();
    if (free !== undefined) return free;
    if (alive.size < size) return start();
    if (waiting.length >= maxWaiting) throw new BodyBudgetError('too many large bodies at once');
    return new Promise((resolve) => waiting.push(resolve));
  };
  const release = (thread: PooledThread): void => {
    const next = waiting.shift();
    const isUsable = alive.has(thread);
    if (next !== undefined) next(isUsable ? thread : start());
    else if (isUsable && thread.heapBytes > IDLE_HEAP_BYTES) void shrink(thread);
    else if (isUsable) idle.push(thread);
  };
  const shrink = async (thread: PooledThread): Promise<void> => {
    await thread.run('collect', null).catch(() => thread.end());
    if (thread.heapBytes > IDLE_HEAP_BYTES) await thread.end();
    release(thread);
  };

  return {
    waiting: () => waiting.length,
    idleHeapBytes: () => idle.reduce((bytes, thread) => bytes + thread.heapBytes, 0),
    use: async (work) => {
      const thread = await acquire();
      thread.busy();
      try {
        return await work(thread);
      } finally {
        thread.rest();
        release(thread);
      }
    },
    stop: async () => {
      await Promise.all([...alive].map((thread) => thread.end()));
    },
  };
}

interface Pending {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

class PooledThread implements BodyThread {
  private readonly worker = new Worker(SCRIPT, {
    resourceLimits: {
      maxOldGenerationSizeMb: HEAP_MEGABYTES,
      maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
    },
    // The thread does not inherit flags of the process, such as those of Jest.
    execArgv: [],
  });
  private pending: Pending | null = null;
  private idleTimer: NodeJS.Timeout | undefined;
  /** Bytes of the heap after the last task. */
  heapBytes = 0;

  constructor(private readonly onEnd: () => void) {
    this.worker.unref();
    this.worker.on('message', (reply: TaskReply) => {
      const { pending } = this;
      this.pending = null;
      this.heapBytes = reply.heapBytes;
      if ('output' in reply) pending?.resolve(reply.output);
      else pending?.reject(receivedError(reply.error));
    });
    this.worker.on('error', (error: Error & { readonly code?: string }) => {
      this.fail(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? oversized('a body needs more memory than there is for one')
          : error,
      );
    });
    this.worker.on('exit', () => this.fail(new Error('the thread that read the body has ended')));
  }

  run<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<TaskOutput<N>> {
    return new Promise<TaskOutput<N>>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.fail(new BodyBudgetError('a body took too long to read'));
        void this.worker.terminate();
      }, TIME_LIMIT_MS);
      const settled =
        <A>(settle: (value: A) => void) =>
        (value: A): void => {
          clearTimeout(timer);
          settle(value);
        };
      this.pending = {
        resolve: settled((output) => resolve(output as TaskOutput<N>)),
        reject: settled(reject),
      };
      const message: TaskMessage<N> = { name, input };
      this.worker.postMessage(message, transfer);
    });
  }

  /** Marks the thread as busy with a request, so that the process waits for its reply. */
  busy(): void {
    clearTimeout(this.idleTimer);
    this.worker.ref();
  }

  rest(): void {
    this.worker.unref();
    this.idleTimer = setTimeout(() => void this.end(), IDLE_MS).unref();
  }

  async end(): Promise<void> {
    clearTimeout(this.idleTimer);
    this.onEnd();
    await this.worker.terminate();
  }

  private fail(error: unknown): void {
    this.onEnd();
    const { pending } = this;
    this.pending = null;
    pending?.reject(error);
  }
}
