import type { JsonObject } from '@tidemark/importers';
import { mapMixpanel } from '@tidemark/importers';
import { plainMessage } from '@tidemark/platform';
import { linePages } from '../files/line-pages';
import { parseLine } from '../files/read-file';
import type { HttpDeps } from '../http/send-request';
import { sendRequest } from '../http/send-request';
import type { Cursor, ImportSource, Page } from '../source';
import { ImportSourceError } from '../source';

/** A project of Mixpanel, and days of its events. */
export interface MixpanelAddress {
  /** As in https://data.mixpanel.com, or https://data-eu.mixpanel.com. */
  readonly url: URL;
  readonly projectId: string;
  /** Of a service account. */
  readonly user: string;
  readonly secret: string;
  /** YYYY-MM-DD, both inclusive, in the time zone that the project's exports are in. */
  readonly from: string;
  readonly to: string;
}

const PAGE_LINES = 2_000;
/** It allows 60 requests an hour, and does not always say how long to wait. */
const BUSY_WAIT_MS = 30_000;
const DAY_MS = 86_400_000;

/** The events of a project of Mixpanel, day by day by its raw export (`GET /api/2.0/export`). */
export function openMixpanelSource(deps: HttpDeps, address: MixpanelAddress): ImportSource {
  const { url, projectId, from, to } = address;
  return {
    kind: 'mixpanel',
    // Without the days: an event that two imports bring has the same uuid in both.
    key: `mixpanel ${url.host} ${projectId}`,
    settings: { address: url.href, project: projectId, from, to },
    definitions: null,
    streams: () =>
      Promise.resolve([
        { name: 'events', pages: (cursor, signal) => dayPages(deps, address, cursor, signal) },
      ]),
    mapEvent: mapMixpanel,
    counts: null,
    close: () => undefined,
  };
}

/**
 * The order of a day's lines is not said to be the same twice, so that the place of the import is noted after whole
 * days: after an interruption the day is read again, and what it has written already is found by its uuid.
 */
async function* dayPages(
  deps: HttpDeps,
  address: MixpanelAddress,
  cursor: Cursor | null,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  const { from, to } = address;
  if (cursor !== null && cursor['from'] !== from) {
    throw new ImportSourceError(
      `This import has begun with the day ${String(cursor['from'])}. Give the same first day, or cancel it.`,
    );
  }
  let day = cursor === null ? from : dayAfter(String(cursor['day']));
  for (; day <= to; day = dayAfter(day)) {
    yield* linesOfDay(deps, address, day, signal);
    yield { records: [], cursor: { from, day } };
  }
}

async function* linesOfDay(
  deps: HttpDeps,
  { url, projectId, user, secret }: MixpanelAddress,
  day: string,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  const target = new URL('/api/2.0/export', url);
  target.search = new URLSearchParams({
    ...{ project_id: projectId, from_date: day, to_date: day },
  }).toString();
  const credential = Buffer.from(`${user}:${secret}`).toString('base64');
  const response = await sendRequest(
    deps,
    {
      url: target,
      headers: { accept: 'text/plain', authorization: `Basic ${credential}` },
      firstWaitMs: BUSY_WAIT_MS,
    },
    signal,
  );
  if (response.statusCode === 404) {
    response.destroy();
    throw new ImportSourceError(`${target.origin}${target.pathname}: it returned 404`);
  }
  let records: JsonObject[] = [];
  try {
    for await (const { lines } of linePages(response, 0)) {
      records.push(...lines.map((line) => parseLine(line, `the export of ${day}`)));
      if (records.length < PAGE_LINES) continue;
      yield { records, cursor: null };
      records = [];
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ImportSourceError) throw cause;
    throw new ImportSourceError(`The export of ${day} broke off: ${plainMessage(cause)}.`, {
      cause,
    });
  } finally {
    response.destroy();
  }
  if (records.length > 0) yield { records, cursor: null };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
