import { partitionKeyOf } from '@tidemark/contracts';
import type { LoggedEventV1 } from '@tidemark/contracts';
import { parseEntry } from '../../events/parse-entry';
import { acceptEvents } from '../accept-events';
import { newEventUuid } from '../event-uuid';
import { readCaptureJson } from '../read-capture-json';
import { payloadToken, readPayload } from '../read-payload';

/** The time at which `take` receives requests, ms since the epoch. */
export const NOW = Date.parse('2026-01-02T12:00:00Z');

/** The result of an accepted request. */
export interface Taken {
  readonly token: string;
  readonly entries: LoggedEventV1[];
}

/** Accepts a request, and reads its events from the log as the worker does. */
export function take(text: string, unnamedEvent?: string): Taken {
  const json = readCaptureJson(Buffer.from(text));
  const payload = readPayload(json.value, unnamedEvent);
  if (payload.events.length === 0) return { token: '', entries: [] };
  const token = payloadToken(payload);
  const context = {
    teamId: 7,
    now: NOW,
    querySentAt: null,
    ip: '203.0.113.9',
  };
  const { head, events } = acceptEvents(json, payload, context, newEventUuid);
  const entries = events.map(({ lead, sent, partitionKey }) => {
    const parsed = parseEntry(`${head}${lead}${Buffer.from(sent).toString()}}`);
    if (parsed.kind !== 'entry') throw new Error(JSON.stringify(parsed));
    expect(partitionKeyOf(parsed.entry)).toBe(partitionKey);
    return parsed.entry;
  });
  return { token, entries };
}

/** Like `take`, with a body that is sent as JSON. */
export const send = (body: unknown, unnamedEvent?: string): Taken =>
  take(JSON.stringify(body), unnamedEvent);
