import type { Logger } from '@tidemark/platform';
import { fairAllowance } from '@tidemark/redis';
import type { DefinitionDocuments } from './definition-documents';
import { HEARTBEAT } from '../http/event-stream';
import { definitionsEvent } from './server-sent-events';

/** A client that subscribes to changes. */
export interface StreamClient {
  send(text: string): void;
  end(): void;
  /** Whether the client may still read the project; checked regularly, because its key may have been revoked. */
  isWelcome(): Promise<boolean>;
}

/** All streams of a process. */
export interface StreamHub {
  /**
   * @param tag the tag of the definitions that the client has; null if it has none
   * @returns a function that removes the client; null if the process or the project has too many streams, or the
   * process is stopping
   */
  join(projectId: number, client: StreamClient, tag: string | null): (() => void) | null;
  /** Must be called when a project's definitions may have changed. */
  changed(projectId: number): void;
  /** Ends all streams and accepts no new ones. */
  close(): void;
  /** The number of open streams. */
  count(): number;
}

interface Member {
  readonly client: StreamClient;
  /** The tag of the last document that it was sent. */
  tag: string | null;
}

/** Sends each client the tag of its project's current definitions whenever it differs from the client's tag. */
export function createStreamHub(deps: {
  readonly documents: DefinitionDocuments;
  readonly maxStreams: number;
  readonly heartbeatMs: number;
  readonly logger: Logger;
}): StreamHub {
  const { documents, maxStreams, logger } = deps;
  const projects = new Map<number, Set<Member>>();
  let closed = false;

  const count = (): number => [...projects.values()].reduce((sum, { size }) => sum + size, 0);

  const notifyOnce = async (projectId: number): Promise<void> => {
    const current = await documents.get(projectId);
    for (const member of projects.get(projectId) ?? []) {
      if (member.tag === current.etag) continue;
      member.tag = current.etag;
      member.client.send(definitionsEvent(current));
    }
  };
  // Sent sequentially, so that the last message a client receives is the newest.
  const notify = oneAtATime(notifyOnce, (error, projectId) => {
    // The next heartbeat tries again.
    logger.warn(
      { err: error, projectId },
      'flag definitions cannot be read: open streams wait for them',
    );
  });

  const leave = (projectId: number, member: Member): void => {
    const members = projects.get(projectId);
    members?.delete(member);
    if (members?.size === 0) projects.delete(projectId);
  };
  const beat = async (projectId: number, member: Member): Promise<void> => {
    if (await member.client.isWelcome()) {
      member.client.send(HEARTBEAT);
    } else {
      leave(projectId, member);
      member.client.end();
    }
  };
  const timer = setInterval(() => {
    for (const [projectId, members] of projects) {
      // Finds changes that were not announced, such as a new group type.
      void notify(projectId);
      for (const member of members) {
        beat(projectId, member).catch((error: unknown) =>
          logger.warn({ err: error }, 'the key of an open stream could not be checked again'),
        );
      }
    }
  }, deps.heartbeatMs).unref();

  return {
    join: (projectId, client, tag) => {
      const members = projects.get(projectId) ?? new Set();
      const use = { length: count(), held: members.size, maxLength: maxStreams };
      if (closed || fairAllowance(use) === 0) return null;
      const member: Member = { client, tag };
      projects.set(projectId, members.add(member));
      void notify(projectId);
      return () => leave(projectId, member);
    },
    changed: (projectId) => {
      if (projects.has(projectId)) void notify(projectId);
    },
    close: () => {
      closed = true;
      clearInterval(timer);
      for (const { client } of [...projects.values()].flatMap((members) => [...members])) {
        client.end();
      }
      projects.clear();
    },
    count,
  };
}

/** Runs `work` for a key, unless it is already running for that key; then it runs once more afterwards. */
function oneAtATime(
  work: (key: number) => Promise<void>,
  onError: (error: unknown, key: number) => void,
): (key: number) => Promise<void> {
  /** The keys for which `work` is running, and whether it was called again during the run. */
  const running = new Map<number, boolean>();
  return async (key) => {
    if (running.has(key)) {
      running.set(key, true);
      return;
    }
    try {
      do {
        running.set(key, false);
        await work(key);
      } while (running.get(key) === true);
    } catch (error) {
      onError(error, key);
    } finally {
      running.delete(key);
    }
  };
}
