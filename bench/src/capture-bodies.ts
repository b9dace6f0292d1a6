import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { benchEvent, DISTINCT_IDS, PLACEHOLDERS } from './ingest/events';
import { PROJECT_API_KEY } from './stack';

/** Event number `i` with all placeholders filled in, in the form of posthog-js. */
function event(i: number): Record<string, unknown> {
  const text = JSON.stringify(benchEvent(i))
    .replace(PLACEHOLDERS.uuid, randomUUID())
    .replace(PLACEHOLDERS.timestamp, new Date().toISOString())
    .replace(PLACEHOLDERS.deviceId, randomUUID());
  return JSON.parse(text) as Record<string, unknown>;
}

/** Returns `count` bodies of one event each, each of another user. */
export function singleBodies(count: number): string[] {
  return Array.from({ length: count }, (_, i) =>
    JSON.stringify({ api_key: PROJECT_API_KEY, ...event(i * 37) }),
  );
}

/**
 * Returns `count` compressed `/batch/` bodies of `size` events each.
 *
 * @param users number of different distinct ids in each body
 */
export function batchBodies(count: number, size: number, users: number): Buffer[] {
  return Array.from({ length: count }, (_, body) => {
    const batch = Array.from({ length: size }, (_, i) =>
      event(((i % users) * 37 + body * 4_001) % DISTINCT_IDS),
    );
    const sentAt = new Date().toISOString();
    return gzipSync(JSON.stringify({ api_key: PROJECT_API_KEY, batch, sent_at: sentAt }));
  });
}
