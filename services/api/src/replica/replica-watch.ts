import type { Logger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { hasReplayed, writtenPosition } from '@tidemark/postgres';

/** The maximum lag at which lists are read from the standby. */
const MAX_LAG_MS = 10_000;
const MS_PER_SECOND = 1_000;

/** Decides whether lists may be read from a standby. */
export interface ReplicaWatch {
  /** Whether the standby responds and has recently shown what the primary had committed. */
  isUsable(): boolean;
  /** The maximum age of the standby's data, s; NaN before the first result. Grows while it is unavailable. */
  lagSeconds(): number;
  /** Queries the log positions of both servers. Never fails: a server that does not respond is not used. */
  look(): Promise<void>;
  /** Reports that a statement failed on the standby, which is then not used until the next look. */
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
  /** Everything that was committed before this time is on the standby. */
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
          if (replayed === null) throw new Error('DATABASE_REPLICA_URL is not a standby');
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
