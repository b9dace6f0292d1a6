import type { NormalizedEvent } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { FlagCall, FlagView } from '@tidemark/postgres';

const CALLED = '$feature_flag_called';
const KEY = '$feature_flag';
const VIEWED = '$feature_view';
const VIEWED_KEY = 'feature_flag';

/** The time of a flag's last call is rounded to the minute. */
const RESOLUTION_MS = 60_000;
const MAX_FLAGS = 100_000;

/** Stores for each flag the time of its last call, and whether a user has seen its effect. */
export interface FlagCalls {
  /** Never rejects, because a failed write must not delay events. It is repeated with the next call of the flag. */
  note(events: readonly NormalizedEvent[]): Promise<void>;
}

export function createFlagCalls(deps: {
  readonly save: (calls: readonly FlagCall[]) => Promise<void>;
  readonly saveViews: (views: readonly FlagView[]) => Promise<void>;
  readonly now: () => Date;
  readonly logger: Logger;
}): FlagCalls {
  /** The minute of the last written call, by project and key. */
  const written = new Map<string, number>();
  /** Views that have been written. */
  const viewed = new Set<string>();
  return {
    async note(events) {
      const latest = new Map<string, FlagCall>();
      const views = new Map<string, FlagView>();
      const now = deps.now();
      for (const event of events) {
        const view = viewOf(event);
        if (view !== null) views.set(`${view.projectId}:${view.key}`, view);
        const call = callOf(event, now);
        if (call === null) continue;
        const name = `${call.projectId}:${call.key}`;
        if (call.at.getTime() < (written.get(name) ?? -Infinity) + RESOLUTION_MS) continue;
        const known = latest.get(name);
        if (known === undefined || known.at < call.at) latest.set(name, call);
      }
      for (const name of views.keys()) if (viewed.has(name)) views.delete(name);
      if (latest.size + views.size === 0) return;
      try {
        if (views.size > 0) await deps.saveViews([...views.values()]);
        if (viewed.size + views.size > MAX_FLAGS) viewed.clear();
        for (const name of views.keys()) viewed.add(name);
        if (latest.size > 0) await deps.save([...latest.values()]);
        if (written.size + latest.size > MAX_FLAGS) written.clear();
        for (const [name, call] of latest) written.set(name, call.at.getTime());
      } catch (error) {
        deps.logger.warn({ err: error }, 'the last call times of flags could not be written');
      }
    },
  };
}

/** Limits the time of a call to the present, because clocks of clients may be ahead. */
function callOf(event: NormalizedEvent, now: Date): FlagCall | null {
  if (event.event !== CALLED) return null;
  const key = flagKey(event.properties[KEY]);
  if (key === null) return null;
  const { timestamp } = event;
  return { projectId: event.entry.team_id, key, at: timestamp < now ? timestamp : now };
}

function viewOf(event: NormalizedEvent): FlagView | null {
  if (event.event !== VIEWED) return null;
  const key = flagKey(event.properties[VIEWED_KEY]);
  return key === null ? null : { projectId: event.entry.team_id, key };
}

function flagKey(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.includes('\u0000') ? value : null;
}
