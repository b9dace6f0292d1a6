import type { JsonObject } from '@tidemark/importers';
import { mapAmplitude } from '@tidemark/importers';
import type { HttpDeps } from '../http/send-request';
import { sendRequest } from '../http/send-request';
import type { ImportSource, SourceName } from '../source';
import type { Days } from './day-pages';
import { brokenOff, recordsOf } from './day-pages';
import { openDaySource } from './day-source';
import { readZip, withSpooled } from './zip-entries';

/** A project of Amplitude, and the days (UTC) on which it received the events to import. */
export interface AmplitudeAddress extends Days {
  /** As in https://amplitude.com, or https://analytics.eu.amplitude.com. */
  readonly url: URL;
  readonly key: string;
  readonly secret: string;
}

const BUSY_WAIT_MS = 15_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
/** The status if the requested time range has more than 4 GB. */
const TOO_LARGE = 400;

/**
 * Creates a source that reads the events of a project of Amplitude with its Export API (`GET /api/2/export`), by day, or
 * by hour if a day is too large.
 */
export function openAmplitudeSource(deps: HttpDeps, address: AmplitudeAddress): ImportSource {
  return openDaySource(amplitudeSourceName(address), address, mapAmplitude, (day, signal) =>
    recordsOfDay(deps, address, day, signal),
  );
}

/** Returns the name of a project of Amplitude, without its secret. */
export function amplitudeSourceName({ url, key, from, to }: AmplitudeAddress): SourceName {
  return {
    kind: 'amplitude',
    // The API key identifies the project. It is public, because pages send events with it.
    key: `amplitude ${url.host} ${key}`,
    settings: { address: url.href, from, to },
  };
}

async function* recordsOfDay(
  deps: HttpDeps,
  address: AmplitudeAddress,
  day: string,
  signal: AbortSignal,
): AsyncGenerator<readonly JsonObject[]> {
  const compact = day.replaceAll('-', '');
  const whole = { start: `${compact}T00`, end: `${compact}T23` };
  const response = await request(deps, address, whole, signal, [TOO_LARGE]);
  if (response.statusCode !== TOO_LARGE) {
    yield* recordsOfResponse(response, `the export of ${day}`, signal);
    return;
  }
  response.destroy();
  for (const hour of HOURS) {
    const range = { start: `${compact}T${hour}`, end: `${compact}T${hour}` };
    const part = await request(deps, address, range, signal, []);
    yield* recordsOfResponse(part, `the export of ${range.start}`, signal);
  }
}

function request(
  deps: HttpDeps,
  { url, key, secret }: AmplitudeAddress,
  range: { readonly start: string; readonly end: string },
  signal: AbortSignal,
  handled: readonly number[],
) {
  const target = new URL('/api/2/export', url);
  target.search = new URLSearchParams(range).toString();
  const credential = Buffer.from(`${key}:${secret}`).toString('base64');
  const headers = { accept: 'application/zip', authorization: `Basic ${credential}` };
  return sendRequest(deps, { url: target, headers, firstWaitMs: BUSY_WAIT_MS, handled }, signal);
}

/** Reads a zip with gzip files of JSON lines. A 404 means that there are no events. */
async function* recordsOfResponse(
  response: Awaited<ReturnType<typeof sendRequest>>,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<readonly JsonObject[]> {
  if (response.statusCode === 404) {
    response.destroy();
    return;
  }
  try {
    yield* withSpooled(response, signal, async function* (path) {
      for await (const file of readZip(path)) yield* recordsOf(file, name, signal);
    });
  } catch (error) {
    throw brokenOff(error, name, signal);
  }
}
