/** States of export runs in the wire format. */
export type RunStatus =
  'Starting' | 'Running' | 'Completed' | 'Failed' | 'FailedRetryable' | 'Cancelled';

/** The label of a run's state, and its tone (colour). */
export function statusWords(status: RunStatus) {
  const words = {
    Starting: { text: 'starting', tone: 'accent' },
    Running: { text: 'running', tone: 'accent' },
    Completed: { text: 'completed', tone: 'success' },
    Failed: { text: 'failed', tone: 'danger' },
    FailedRetryable: { text: 'failed, is tried again', tone: 'warning' },
    Cancelled: { text: 'cancelled', tone: 'plain' },
  } as const;
  return words[status];
}

/** Whether a run is in progress and can be cancelled. */
export function isUnderWay(status: RunStatus): boolean {
  return status === 'Starting' || status === 'Running';
}

/** Whether the server accepts a request to repeat a run in this state. */
export function canRunAgain(status: RunStatus): boolean {
  return status === 'Failed' || status === 'FailedRetryable' || status === 'Cancelled';
}

/** A description of the destination of an export; its configuration contains no secrets. */
export function destinationWords(destination: {
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
}): string {
  const { type, config } = destination;
  const text = (name: string): string => (typeof config[name] === 'string' ? config[name] : '');
  const place = [text('bucket_name'), text('prefix')].filter((part) => part !== '').join('/');
  const format = [text('file_format'), text('compression')].filter((part) => part !== '');
  const name = type === 'File' ? 'files on the server' : type;
  return [`${name}${place === '' ? '' : ` ${place}`}`, ...format].join(', ');
}

/** A description of the interval of an export. */
export function intervalWords(interval: string): string {
  return interval.startsWith('every ') ? interval : `every ${interval}`;
}

/** The reason why two dates are not a valid backfill range; null if they are. An empty date leaves that end open. */
export function backfillProblem(from: string, to: string): string | null {
  return from !== '' && to !== '' && to <= from ? 'The end must be after the start.' : null;
}
