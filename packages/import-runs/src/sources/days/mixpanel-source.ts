import type { JsonObject } from '@tidemark/importers';
import { mapMixpanel } from '@tidemark/importers';
import type { HttpDeps } from '../http/send-request';
import { sendRequest } from '../http/send-request';
import type { ImportSource, SourceName } from '../source';
import { ImportSourceError } from '../source';
import type { Days } from './day-pages';
import { recordsOf } from './day-pages';
import { openDaySource } from './day-source';

/** A project of Mixpanel, and days of its events, in the time zone that the project's exports are in. */
export interface MixpanelAddress extends Days {
  /** As in https://data.mixpanel.com, or https://data-eu.mixpanel.com. */
  readonly url: URL;
  readonly projectId: string;
  /** The name of a service account. */
  readonly user: string;
  readonly secret: string;
}

/** It allows 60 requests an hour, and does not always say how long to wait. */
const BUSY_WAIT_MS = 30_000;

/** The events of a project of Mixpanel, day by day by its raw export (`GET /api/2.0/export`). */
export function openMixpanelSource(deps: HttpDeps, address: MixpanelAddress): ImportSource {
  return openDaySource(mixpanelSourceName(address), address, mapMixpanel, (day, signal) =>
    recordsOfDay(deps, address, day, signal),
  );
}

/** What a project of Mixpanel is called, without its credential. */
export function mixpanelSourceName({ url, projectId, from, to }: MixpanelAddress): SourceName {
  return {
    kind: 'mixpanel',
    // Without the days: an event that two imports bring has the same uuid in both.
    key: `mixpanel ${url.host} ${projectId}`,
    settings: { address: url.href, project: projectId, from, to },
  };
}

async function* recordsOfDay(
  deps: HttpDeps,
  { url, projectId, user, secret }: MixpanelAddress,
  day: string,
  signal: AbortSignal,
): AsyncGenerator<readonly JsonObject[]> {
  const target = new URL('/api/2.0/export', url);
  const parameters = { project_id: projectId, from_date: day, to_date: day };
  target.search = new URLSearchParams(parameters).toString();
  const credential = Buffer.from(`${user}:${secret}`).toString('base64');
  const headers = { accept: 'text/plain', authorization: `Basic ${credential}` };
  const request = { url: target, headers, firstWaitMs: BUSY_WAIT_MS };
  const response = await sendRequest(deps, request, signal);
  if (response.statusCode === 404) {
    response.destroy();
    throw new ImportSourceError(`${target.origin}${target.pathname}: it returned 404`);
  }
  yield* recordsOf(response, `the export of ${day}`, signal);
}
