import { randomBytes } from 'node:crypto';
import { PROJECT_API_KEY } from '../stack';
import { PLACEHOLDERS, benchEvent } from './events';

/** A `/batch/` body that can be sent many times; only a few bytes change between them. */
export interface BatchTemplate {
  readonly events: number;
  /** Returns the body with the current time and new uuids, which end with `firstNumber` and the numbers after it. */
  fill(firstNumber: number): Buffer;
}

/** Returns a template with the events from number `first` to number `first + count - 1`. */
export function batchTemplate(first: number, count: number): BatchTemplate {
  const batch = Array.from({ length: count }, (_, i) => benchEvent(first + i));
  const body = Buffer.from(
    JSON.stringify({ api_key: PROJECT_API_KEY, sent_at: PLACEHOLDERS.timestamp, batch }),
  );
  const uuids = offsetsOf(body, PLACEHOLDERS.uuid);
  const times = offsetsOf(body, PLACEHOLDERS.timestamp);
  const devices = offsetsOf(body, PLACEHOLDERS.deviceId);
  return {
    events: count,
    fill: (firstNumber) => {
      const now = Date.now();
      const time = new Date(now).toISOString();
      for (const at of times) body.write(time, at, 'latin1');
      uuids.forEach((at, i) => body.write(uuidOf(now, firstNumber + i), at, 'latin1'));
      for (const at of devices) {
        body.write(uuidOf(now, randomBytes(6).readUIntBE(0, 6)), at, 'latin1');
      }
      return body;
    },
  };
}

/** A UUIDv7 that ends with a 48-bit number. */
function uuidOf(timeMs: number, number: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  const tail = number.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7abc-8def-${tail}`;
}

function offsetsOf(body: Buffer, text: string): readonly number[] {
  const offsets: number[] = [];
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, at + 1)) offsets.push(at);
  return offsets;
}
