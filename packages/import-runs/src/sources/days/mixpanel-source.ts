import type { JsonObject } from '@tidemark/importers';
import { mixpanelMapper } from '@tidemark/importers';
import type { HttpDeps } from '../http/send-request';
import { sendRequest } from '../http/send-request';
import type { ImportSource, SourceName } from '../source';
import { ImportSourceError } from '../source';
import type { Days } from './day-pages';
import { recordsOf } from './day-pages';
import { openDaySource } from './day-source';

/** A project of Mixpanel, and the days of its events, in the time zone of the project's exports. */
export interface MixpanelAddress extends Days {
  /** As in https://data.mixpanel.com, or https://data-eu.mixpanel.com. */
  readonly url: URL;
  readonly projectId: string;
  /** The name of a service account. */
  readonly user: string;
  readonly secret: string;
  /** The time zone of a project from before 2023, whose exports are not in UTC. */
  readonly timeZone?: string | undefined;
}

/** Mixpanel allows 60 requests per hour, and does not always send the time to wait. */
const BUSY_WAIT_MS = 30_000;
/** The last line of an export that Mixpanel could not finish. Its status is 200, because it was sent before. */
const ENDED_EARLY = /^\s*(?:export )?terminated early\s*$/;

/** Creates a source that reads the events of a project of Mixpanel by day, with its raw export (`GET /api/2.0/export`). */
export function openMixpanelSource(deps: HttpDeps, address: MixpanelAddress): ImportSource {
  const map = mixpanelMapper(address.timeZone);
  return openDaySource(mixpanelSourceName(address), address, map, (day, signal) =>
    recordsOfDay(deps, address, day, signal),
  );
}

/** Returns the name of a project of Mixpanel, without its credential. */
export function mixpanelSourceName(address: MixpanelAddress): SourceName {
  const { url, projectId, from, to, timeZone } = address;
  return {
    kind: 'mixpanel',
    // Does not contain the days, so that an event has the same uuid in two imports.
    key: `mixpanel ${url.host} ${projectId}${timeZone === undefined ? '' : ` ${timeZone}`}`,
    settings: {
      ...{ address: url.href, project: projectId, from, to },
      ...(timeZone !== undefined && { time_zone: timeZone }),
    },
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
  yield* recordsOf(response, `the export of ${day}`, signal, ENDED_EARLY);
}
