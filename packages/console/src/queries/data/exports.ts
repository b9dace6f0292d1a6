/** States of runs, as the wire names them. */
export type RunStatus =
  'Starting' | 'Running' | 'Completed' | 'Failed' | 'FailedRetryable' | 'Cancelled';

/** The words for a state, and how it looks. */
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

/** Whether a run is under way, so that it can be cancelled. */
export function isUnderWay(status: RunStatus): boolean {
  return status === 'Starting' || status === 'Running';
}

/** Whether the server runs it again when it is asked to. */
export function canRunAgain(status: RunStatus): boolean {
  return status === 'Failed' || status === 'FailedRetryable' || status === 'Cancelled';
}

/** Where an export writes to, in words; its configuration has no secrets. */
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

/** How often an export runs, in words. */
export function intervalWords(interval: string): string {
  return interval.startsWith('every ') ? interval : `every ${interval}`;
}

/** Why two days are no range of a backfill; null when they are one. Empty ones are open ends. */
export function backfillProblem(from: string, to: string): string | null {
  return from !== '' && to !== '' && to <= from ? 'The end does not lie after the start.' : null;
}
