import { createHash } from 'node:crypto';

/** A resource that is closed with its session. */
export interface Closable {
  close(): Promise<void>;
}

interface Session<T extends Closable> {
  readonly id: string;
  /** The digest of the key: only the session's client has the key itself. */
  readonly owner: string;
  readonly value: T;
}

export interface SessionLimits {
  readonly maxSessions: number;
  readonly perKey: number;
  readonly idleMs: number;
}

/** The sessions of this process, in the order of their last use. */
export interface SessionStore<T extends Closable> {
  readonly size: number;
  /** Returns false if there are too many sessions. If the key has too many, its least recently used session ends. */
  makeRoom(owner: string): boolean;
  add(session: Session<T>): void;
  /** Returns null for an unknown session and for a session of another key. */
  use(id: string, owner: string): T | null;
  remove(id: string): void;
  /** Ends the sessions that have not been used for too long. */
  expire(): Promise<void>;
  closeAll(): Promise<void>;
}

/** The digest of a key, by which sessions belong to it. */
export function ownerOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** @param now milliseconds since 1970 */
export function createSessionStore<T extends Closable>(
  limits: SessionLimits,
  now: () => number,
  onFailure: (error: unknown) => void,
): SessionStore<T> {
  const sessions = new Map<string, Session<T> & { usedAt: number }>();

  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.value.close().catch(onFailure);
  };
  return {
    get size() {
      return sessions.size;
    },
    makeRoom(owner) {
      const own = [...sessions.values()].filter((session) => session.owner === owner);
      const [oldest] = own;
      if (oldest !== undefined && own.length >= limits.perKey) void end(oldest.id);
      return sessions.size < limits.maxSessions;
    },
    add: (session) => void sessions.set(session.id, { ...session, usedAt: now() }),
    use(id, owner) {
      const session = sessions.get(id);
      if (session === undefined || session.owner !== owner) return null;
      // The map is in the order of use: the last session is the most recently used one.
      sessions.delete(id);
      sessions.set(id, { ...session, usedAt: now() });
      return session.value;
    },
    remove: (id) => void sessions.delete(id),
    async expire() {
      const before = now() - limits.idleMs;
      const idle = [...sessions.values()].filter(({ usedAt }) => usedAt < before);
      await Promise.all(idle.map(({ id }) => end(id)));
    },
    closeAll: async () => {
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}
