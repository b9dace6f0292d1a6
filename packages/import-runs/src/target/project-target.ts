import { setTimeout as sleep } from 'node:timers/promises';
import { acceptImported } from '@tidemark/domain';
import { isObject, listOf } from '@tidemark/importers';
import type { IngestLogProducer } from '@tidemark/ingest-log';
import { LogFullError, LogUnavailableError } from '@tidemark/ingest-log';
import { plainMessage } from '@tidemark/platform';
import { countEvents, countPersons } from '../sources/posthog/count-events';
import { ImportSourceError } from '../sources/source';
import type { ApiResponse, ImportTarget } from './target';

export interface ProjectTargetDeps {
  /** The base URL of the API. */
  readonly url: string;
  /** A personal key with write access to the project. */
  readonly key: string;
  readonly projectId: number;
  readonly log: Pick<IngestLogProducer, 'appendEvents'>;
  /** See `ImportTarget`. */
  readonly claimGroupTypes: ImportTarget['claimGroupTypes'];
  /** See `ImportTarget`. */
  readonly backlogMs: () => Promise<number>;
  /** Called before each write; returns true if the project has used up its limit of events. */
  readonly isOverQuota?: () => Promise<boolean>;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}

const TRIES = 8;
const FIRST_WAIT_MS = 250;
/** Ms between two tries while the ingest log is full. */
const FULL_WAIT_MS = 200;

/** Creates a target: definitions are written with the API of a project, events into the ingest log. */
export function createProjectTarget(deps: ProjectTargetDeps): ImportTarget {
  const { url, key, projectId, log, backlogMs, now } = deps;
  const send = async (method: string, target: URL, body?: unknown): Promise<ApiResponse> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const response = await fetch(target, {
          method,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        const isBusy = [429, 502, 503, 504].includes(response.status);
        if (!isBusy || tries === TRIES) {
          const { ok, status } = response;
          return { ok, status, body: text === '' ? null : (JSON.parse(text) as unknown) };
        }
      } catch (cause) {
        // A POST that may have been processed is not repeated here. When the run continues, it finds the created object.
        if (method === 'POST' || tries === TRIES) {
          throw new Error(`${url} cannot be reached: ${plainMessage(cause)}`, { cause });
        }
      }
      await sleep(FIRST_WAIT_MS * 2 ** (tries - 1));
    }
  };
  const at = (path: string): URL => new URL(`/api/projects/${projectId}/${path}`, url);
  const hogql = async (query: string): Promise<readonly (readonly unknown[])[]> => {
    const { ok, body } = await send('POST', at('query/'), {
      query: { kind: 'HogQLQuery', query },
      refresh: 'force_blocking',
    });
    const results = isObject(body) ? body['results'] : undefined;
    if (!ok || !Array.isArray(results))
      throw new ImportSourceError(`a count failed: ${detailOf(body)}`);
    return results as readonly (readonly unknown[])[];
  };
  return {
    claimGroupTypes: deps.claimGroupTypes,
    call: (method, path, body) => send(method, at(path), body),
    async *list(path) {
      let next = at(`${path}${path.includes('?') ? '&' : '?'}limit=100`);
      for (;;) {
        const { ok, body } = await send('GET', next);
        if (!ok) throw new Error(`${path}: ${detailOf(body)}`);
        if (Array.isArray(body)) {
          yield* listOf(body);
          return;
        }
        const page = isObject(body) ? body : {};
        yield* listOf(page['results']);
        const following: string | null = typeof page['next'] === 'string' ? page['next'] : null;
        if (following === null) return;
        const { pathname, search } = new URL(following, url);
        next = new URL(pathname + search, url);
      }
    },
    async append(events, imported, signal) {
      if (events.length > 0 && (await deps.isOverQuota?.()) === true) {
        throw new ImportSourceError('The project has used up its limit of events.');
      }
      const { batch, rejected } = acceptImported(events, imported, {
        teamId: projectId,
        now: now(),
      });
      await appendWhenPossible(log, batch, signal);
      return rejected;
    },
    backlogMs,
    countEvents: () => countEvents({ hogql }),
    countPersons: () => countPersons({ hogql }),
  };
}

/** Returns the message of an error of the API. */
export function detailOf(body: unknown): string {
  if (!isObject(body)) return 'no reason was given';
  const attribute = typeof body['attr'] === 'string' ? `${body['attr']}: ` : '';
  return attribute + (typeof body['detail'] === 'string' ? body['detail'] : JSON.stringify(body));
}

/**
 * Writes to the ingest log. While it is full, this waits; while it is unavailable, this repeats for half a minute. Events
 * that were stored before an error are stored again, with the same uuids.
 *
 * @throws LogUnavailableError
 */
async function appendWhenPossible(
  log: ProjectTargetDeps['log'],
  batch: Parameters<ProjectTargetDeps['log']['appendEvents']>[0],
  signal: AbortSignal | undefined,
): Promise<void> {
  let failures = 0;
  for (;;) {
    try {
      await log.appendEvents(batch);
      return;
    } catch (error) {
      const isFull = error instanceof LogFullError;
      if (!isFull) failures += 1;
      if (!isFull && (!(error instanceof LogUnavailableError) || failures === TRIES)) throw error;
      const waitMs = isFull ? FULL_WAIT_MS : FIRST_WAIT_MS * 2 ** (failures - 1);
      await sleep(waitMs, undefined, { signal });
    }
  }
}
