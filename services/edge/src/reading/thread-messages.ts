import { CaptureError, CaptureV1Error } from '@tidemark/domain';
import type { BodyTasks } from './body-tasks';
import { V1OverQuota } from './v1-body';

export type TaskName = keyof BodyTasks;
export type TaskInput<N extends TaskName> = Parameters<BodyTasks[N]>[0];
export type TaskOutput<N extends TaskName> = ReturnType<BodyTasks[N]>;

/** One task for a thread. */
export interface TaskMessage<N extends TaskName = TaskName> {
  readonly name: N;
  readonly input: TaskInput<N>;
}

/** The output or error of a task, and the bytes of the thread's heap after it, garbage included. */
export type TaskReply = { readonly heapBytes: number } & (
  { readonly output: unknown } | { readonly error: SentError }
);

/** The fields of an error, from which it is created again, because errors lose their class between threads. */
type SentError =
  | { readonly kind: 'v0'; readonly args: ConstructorParameters<typeof CaptureError> }
  | { readonly kind: 'v1'; readonly args: ConstructorParameters<typeof CaptureV1Error> }
  | {
      readonly kind: 'quota';
      readonly args: ConstructorParameters<typeof CaptureV1Error>;
      readonly dropped: V1OverQuota['dropped'];
    }
  | { readonly kind: 'other'; readonly error: unknown };

export function sentError(error: unknown): SentError {
  if (error instanceof CaptureError) {
    return { kind: 'v0', args: [error.status, error.message, error.warning, error.reason] };
  }
  if (error instanceof CaptureV1Error) return { kind: 'v1', args: [error.tag, error.message] };
  if (error instanceof V1OverQuota) {
    const { rejection, dropped } = error;
    return { kind: 'quota', args: [rejection.tag, rejection.message], dropped };
  }
  return { kind: 'other', error };
}

export function receivedError(sent: SentError): unknown {
  switch (sent.kind) {
    case 'v0':
      return new CaptureError(...sent.args);
    case 'v1':
      return new CaptureV1Error(...sent.args);
    case 'quota':
      return new V1OverQuota(new CaptureV1Error(...sent.args), sent.dropped);
    case 'other':
      return sent.error;
  }
}
