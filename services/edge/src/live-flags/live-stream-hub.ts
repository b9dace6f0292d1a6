import type { Logger } from '@tidemark/platform';
import { fairAllowance } from '@tidemark/redis';
import { HEARTBEAT } from '../http/event-stream';
import type { EvaluatedFlags } from './flags-event';
import type { KnownFlags } from './known-flags';
import { createTurns } from './turns';

/** A reader of one person's flags. */
export interface LiveClient {
  /** False while the reader has not taken what was sent before: nothing more is sent then. */
  isReady(): boolean;
  send(text: string): void;
  end(): void;
  /**
   * The flags of the person now; null when the token of the stream is no longer valid.
   *
   * @param known the flags of an earlier evaluation for the same reader; null if there are none
   */
  evaluate(known: KnownFlags | null): Promise<EvaluatedFlags | null>;
}

/** An open stream. */
export interface LiveStream {
  /** The reader has taken what was sent: it may have missed a change. */
  readonly resume: () => void;
  readonly leave: () => void;
}

/** All streams of a process. */
export interface LiveStreamHub {
  /**
   * Begins with the present flags, unless they are those that the reader has.
   *
   * @param signature of the flags that the reader has; null for none
   * @returns why there is no room, if there is none
   */
  join(
    projectId: number,
    client: LiveClient,
    signature: string | null,
  ): LiveStream | 'edge_full' | 'project_full';
  /** What the flags of a project evaluate to may have changed. */
  changed(projectId: number): void;
  /** Ends all streams and accepts no new ones. */
  close(): void;
  /** The number of open streams. */
  count(): number;
}

interface Member {
  readonly project: ProjectStreams;
  readonly client: LiveClient;
  /** The signature of the flags that the reader has. */
  signature: string | null;
  hasFlags: boolean;
  /** The flags of the last event; before the first event, those of the last evaluation. */
  known: KnownFlags | null;
  /** Whether this stream has sent them. */
  knownIsSent: boolean;
  state: 'idle' | 'running' | 'running, and again';
  /** The last evaluation was not possible, or could not be sent. */
  isStale: boolean;
  hasLeft: boolean;
}

interface ProjectStreams {
  readonly id: number;
  readonly members: Set<Member>;
  /** When the change was announced that is being evaluated; null when none is. Monotonic ms. */
  changedAt: number | null;
}

export interface LiveStreamLimits {
  /** Streams of all projects, which share them fairly. */
  readonly max: number;
  readonly maxPerProject: number;
}

/** Beats of one heartbeat interval: each reaches a part of the streams. */
const BEATS = 50;

/**
 * Evaluates the flags of each stream's person whenever they may have changed, and sends them if they differ from those
 * that the reader has. Only the present flags are ever sent: a slow reader misses the states between, and nothing
 * waits for it in memory.
 */
export function createLiveStreamHub(deps: {
  readonly limits: LiveStreamLimits;
  readonly heartbeatMs: number;
  readonly logger: Logger;
  /** Called with the seconds from a change until all streams of its project were evaluated. */
  readonly onSpread: (seconds: number) => void;
  /** Monotonic ms. */
  readonly now: () => number;
}): LiveStreamHub {
  const { limits, logger, now } = deps;
  const projects = new Map<number, ProjectStreams>();
  const members = new Set<Member>();
  let closed = false;

  const leave = (member: Member): void => {
    const { project } = member;
    member.hasLeft = true;
    members.delete(member);
    turns.forget(project.id, member);
    project.members.delete(member);
    if (project.members.size === 0) projects.delete(project.id);
  };

  const evaluateOnce = async (member: Member): Promise<void> => {
    const { client } = member;
    member.isStale = true;
    if (!client.isReady()) return;
    const flags = await client.evaluate(member.known);
    if (member.hasLeft) return;
    if (flags === null) {
      leave(member);
      client.end();
      return;
    }
    // A store was unavailable: a reader keeps the flags it has, one without any gets what could be evaluated.
    const isKnown = flags.signature !== null;
    if (!isKnown && member.hasFlags) return;
    if (!client.isReady()) return;
    member.isStale = !isKnown;
    if (isKnown && flags.signature === member.signature) {
      // Changes are computed from the last event, even if a later evaluation had other versions or reasons.
      if (!member.knownIsSent) member.known = flags.known;
      return;
    }
    client.send(flags.event(member.knownIsSent ? member.known : null));
    member.signature = flags.signature;
    member.hasFlags = true;
    member.known = flags.known;
    member.knownIsSent = true;
  };

  const evaluate = async (member: Member): Promise<void> => {
    if (member.hasLeft) return;
    if (member.state !== 'idle') {
      member.state = 'running, and again';
      return;
    }
    try {
      for (member.state = 'running, and again'; isAsked(member);) {
        member.state = 'running';
        await evaluateOnce(member);
      }
    } catch (error) {
      // The next heartbeat tries again.
      logger.warn({ err: error }, 'the flags of an open stream could not be evaluated');
    } finally {
      member.state = 'idle';
    }
  };

  const turns = createTurns<Member>({
    work: evaluate,
    onDone: (projectId) => {
      const project = projects.get(projectId);
      if (project === undefined || project.changedAt === null) return;
      deps.onSpread((now() - project.changedAt) / 1_000);
      project.changedAt = null;
    },
  });

  const beat = (member: Member): void => {
    if (member.isStale) turns.add(member.project.id, [member]);
    else if (member.client.isReady()) member.client.send(HEARTBEAT);
  };
  let rest: Iterator<Member> = members.values();
  const timer = setInterval(() => {
    for (let left = Math.ceil(members.size / BEATS); left > 0; left--) {
      const next = rest.next();
      if (next.done === true) {
        rest = members.values();
        return;
      }
      beat(next.value);
    }
  }, deps.heartbeatMs / BEATS).unref();

  return {
    join: (projectId, client, signature) => {
      const project = projects.get(projectId) ?? {
        id: projectId,
        members: new Set<Member>(),
        changedAt: null,
      };
      const held = project.members.size;
      if (held >= limits.maxPerProject) return 'project_full';
      const use = { length: members.size, held, maxLength: limits.max };
      if (closed || fairAllowance(use) === 0) return 'edge_full';
      const member: Member = {
        project,
        client,
        signature,
        hasFlags: signature !== null,
        known: null,
        knownIsSent: false,
        state: 'idle',
        isStale: true,
        hasLeft: false,
      };
      projects.set(projectId, project);
      project.members.add(member);
      members.add(member);
      void evaluate(member);
      return {
        resume: () => {
          if (member.isStale && !member.hasLeft) turns.add(projectId, [member]);
        },
        leave: () => leave(member),
      };
    },
    changed: (projectId) => {
      const project = projects.get(projectId);
      if (project === undefined) return;
      project.changedAt ??= now();
      turns.add(projectId, project.members);
    },
    close: () => {
      closed = true;
      clearInterval(timer);
      for (const member of members) {
        leave(member);
        member.client.end();
      }
    },
    count: () => members.size,
  };
}

/** A change has come since the last evaluation began. */
function isAsked({ state, hasLeft }: Member): boolean {
  return state === 'running, and again' && !hasLeft;
}
