import type { Logger } from '@tidemark/platform';
import type { DefinitionDocuments } from '../local-evaluation/definition-documents';
import { definitionsEvent, HEARTBEAT } from './server-sent-events';

/** A client that wants to hear of changes. */
export interface StreamClient {
  send(text: string): void;
  end(): void;
  /** May it still read the project? Asked now and then: its key may have been revoked. */
  isWelcome(): Promise<boolean>;
}

/** All streams of a process. */
export interface StreamHub {
  /**
   * @param tag the definitions the client has; null for none
   * @returns the way to leave, or null when there are too many streams or the process is stopping
   */
  join(projectId: number, client: StreamClient, tag: string | null): (() => void) | null;
  /** A project's definitions may have changed. */
  changed(projectId: number): void;
  /** Ends all streams and takes no more. */
  close(): void;
  /** Streams now. */
  count(): number;
}

interface Member {
  readonly client: StreamClient;
  /** What it was told last. */
  tag: string | null;
}

/** Tells each client the current definitions of its project whenever they are others than it has. */
export function createStreamHub(deps: {
  readonly documents: DefinitionDocuments;
  readonly maxStreams: number;
  readonly heartbeatMs: number;
  readonly logger: Logger;
}): StreamHub {
  const { documents, maxStreams, logger } = deps;
  const projects = new Map<number, Set<Member>>();
  /** Projects being told, and whether they have changed again meanwhile. */
  const telling = new Map<number, boolean>();
  let closed = false;

  const count = (): number => [...projects.values()].reduce((sum, { size }) => sum + size, 0);

  const tellOnce = async (projectId: number): Promise<void> => {
    const current = await documents.get(projectId);
    for (const member of projects.get(projectId) ?? []) {
      if (member.tag === current.etag) continue;
      member.tag = current.etag;
      member.client.send(definitionsEvent(current));
    }
  };
  // One after the other: the last thing a client hears is the newest.
  const tell = async (projectId: number): Promise<void> => {
    if (telling.has(projectId)) {
      telling.set(projectId, true);
      return;
    }
    try {
      do {
        telling.set(projectId, false);
        await tellOnce(projectId);
      } while (telling.get(projectId) === true);
    } catch (error) {
      // The next heartbeat tries again.
      logger.warn({ err: error, projectId }, 'definitions not readable, streams wait');
    } finally {
      telling.delete(projectId);
    }
  };

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
      // Changes nobody announces, such as a new type of groups.
      void tell(projectId);
      for (const member of members) {
        beat(projectId, member).catch((error: unknown) =>
          logger.warn({ err: error }, 'the key of a stream could not be checked'),
        );
      }
    }
  }, deps.heartbeatMs).unref();

  return {
    join: (projectId, client, tag) => {
      if (closed || count() >= maxStreams) return null;
      const member: Member = { client, tag };
      const members = projects.get(projectId) ?? new Set();
      projects.set(projectId, members.add(member));
      void tell(projectId);
      return () => leave(projectId, member);
    },
    changed: (projectId) => {
      if (projects.has(projectId)) void tell(projectId);
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
