import type { Logger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { hasReplayed, writtenPosition } from '@tidemark/postgres';

/** Older than this nothing is that a list shows. */
const MAX_LAG_MS = 10_000;
const MS_PER_SECOND = 1_000;

/** Says whether a standby may be asked. */
export interface ReplicaWatch {
  /** True while it responds, and showed lately what the primary had committed. */
  isUsable(): boolean;
  /** How old what it shows is at most, s; NaN before it has shown anything. Grows while it is unavailable. */
  lagSeconds(): number;
  /** Asks both how far they are. Never fails: who cannot be asked is not used. */
  look(): Promise<void>;
  /** A statement failed there: it is not asked until the next look. */
  failed(error: unknown): void;
}

/**
 * Follows a standby by marks: a position of the primary's log, and when that was taken. Once a mark is replayed,
 * everything committed before it is there to be read.
 *
 * @param now monotonic, ms
 */
export function createReplicaWatch(deps: {
  readonly primary: Database;
  readonly replica: Database;
  readonly now: () => number;
  readonly logger: Logger;
}): ReplicaWatch {
  const { primary, replica, now, logger } = deps;
  let mark: { readonly position: string; readonly takenAt: number } | null = null;
  /** All that was committed until then is on the standby. */
  let currentUntil: number | null = null;
  let isUsed = false;

  const isUsable = (): boolean =>
    isUsed && currentUntil !== null && now() - currentUntil < MAX_LAG_MS;
  const judge = (usable: boolean, reason: object): void => {
    if (usable === isUsed) return;
    isUsed = usable;
    if (usable) logger.info('lists are read from the standby');
    else
      logger.warn(
        reason,
        'lists are read from DATABASE_URL: the standby is not reachable or too far behind',
      );
  };

  return {
    isUsable,
    lagSeconds: () => (currentUntil === null ? NaN : (now() - currentUntil) / MS_PER_SECOND),
    async look() {
      try {
        if (mark !== null) {
          const replayed = await hasReplayed(replica, mark.position);
          if (replayed === null) throw new Error('DATABASE_REPLICA_URL is no standby');
          if (replayed) {
            currentUntil = mark.takenAt;
            mark = null;
          }
        }
        if (mark === null) {
          const takenAt = now();
          mark = { position: await writtenPosition(primary), takenAt };
        }
        const lagMs = currentUntil === null ? null : now() - currentUntil;
        judge(lagMs !== null && lagMs < MAX_LAG_MS, { lagMs });
      } catch (error) {
        judge(false, { err: error });
      }
    },
    failed(error) {
      judge(false, { err: error });
    },
  };
}
