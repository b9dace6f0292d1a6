import type { NormalizedEvent } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { FlagCall } from '@tidemark/postgres';

const CALLED = '$feature_flag_called';
const KEY = '$feature_flag';

/** A flag's last call is told to the minute. */
const RESOLUTION_MS = 60_000;
const MAX_FLAGS = 100_000;

/** Keeps with every flag when it was last asked for. */
export interface FlagCalls {
  /** Never rejects: no event waits for this. What could not be written comes with the next call. */
  note(events: readonly NormalizedEvent[]): Promise<void>;
}

export function createFlagCalls(deps: {
  readonly save: (calls: readonly FlagCall[]) => Promise<void>;
  readonly now: () => Date;
  readonly logger: Logger;
}): FlagCalls {
  /** What has been written, by project and key. */
  const written = new Map<string, number>();
  return {
    async note(events) {
      const latest = new Map<string, FlagCall>();
      const now = deps.now();
      for (const event of events) {
        const call = callOf(event, now);
        if (call === null) continue;
        const name = `${call.projectId}:${call.key}`;
        if (call.at.getTime() < (written.get(name) ?? -Infinity) + RESOLUTION_MS) continue;
        const known = latest.get(name);
        if (known === undefined || known.at < call.at) latest.set(name, call);
      }
      if (latest.size === 0) return;
      try {
        await deps.save([...latest.values()]);
        if (written.size + latest.size > MAX_FLAGS) written.clear();
        for (const [name, call] of latest) written.set(name, call.at.getTime());
      } catch (error) {
        deps.logger.warn({ err: error }, 'calls of flags not written');
      }
    },
  };
}

/** Clocks of clients may be ahead: nothing is called in the future. */
function callOf(event: NormalizedEvent, now: Date): FlagCall | null {
  if (event.event !== CALLED) return null;
  const key = event.properties[KEY];
  if (typeof key !== 'string' || key === '' || key.includes('\u0000')) return null;
  const { timestamp } = event;
  return { projectId: event.entry.team_id, key, at: timestamp < now ? timestamp : now };
}
