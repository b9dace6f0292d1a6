import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { PLANS } from './definitions';

const DAYS = 90;
const FIRST = Date.UTC(2026, 0, 1);
const NAMES = ['$pageview', '$pageview', '$autocapture', '$pageview', 'sign up', 'purchase'];
const BROWSERS = ['Chrome', 'Firefox', 'Safari', 'Edge'];
/** The number of events per person. */
const EVENTS_EACH = 20;
const LINES_AT_ONCE = 1_000;

/** Files in the format of batch exports. */
export interface EventFiles {
  readonly eventsPath: string;
  readonly events: number;
  readonly persons: number;
  readonly bytes: number;
}

/** Writes events of 90 days with about 15 properties each, and the persons of their distinct ids. */
export async function writeEventFiles(folder: string, events: number): Promise<EventFiles> {
  await mkdir(folder, { recursive: true });
  const persons = Math.ceil(events / EVENTS_EACH);
  const eventsPath = join(folder, 'events.jsonl');
  await writeLines(eventsPath, events, (index) => eventLine(index, events, persons));
  const personsPath = join(folder, 'persons.jsonl');
  await writeLines(personsPath, persons * 2, personLine);
  return { eventsPath, events, persons, bytes: (await stat(eventsPath)).size };
}

async function writeLines(
  path: string,
  count: number,
  lineOf: (index: number) => string,
): Promise<void> {
  const file = createWriteStream(path);
  for (let from = 0; from < count; from += LINES_AT_ONCE) {
    const size = Math.min(LINES_AT_ONCE, count - from);
    const lines = Array.from({ length: size }, (_, index) => `${lineOf(from + index)}\n`);
    if (!file.write(lines.join(''))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

/** Every person has two distinct ids: an anonymous one and, since the sign-up, an email address. */
function eventLine(index: number, events: number, persons: number): string {
  const visitor = (index * 7_919) % persons;
  const at = FIRST + Math.floor((index / events) * DAYS * 86_400_000);
  return JSON.stringify({
    uuid: `0190bbbb-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
    event: NAMES[index % NAMES.length],
    distinct_id: index % 2 === 0 ? `anonymous-${visitor}` : `user-${visitor}@example.com`,
    timestamp: new Date(at).toISOString(),
    elements_chain: '',
    properties: {
      $current_url: `https://example.com/page/${index % 500}?ref=${index % 97}`,
      $pathname: `/page/${index % 500}`,
      ...{ $host: 'example.com', $browser: BROWSERS[index % 4], $os: 'Linux', $lib: 'web' },
      $referrer: `https://search.example/${index % 50}`,
      $session_id: `0190cccc-0000-7000-8000-${(index % 100_000).toString(16).padStart(12, '0')}`,
      ...{ $screen_width: 1_000 + (index % 900), $screen_height: 600 + (index % 500) },
      ...{ amount: index % 1_000, quantity: 1 + (index % 9), is_trial: index % 4 === 0 },
      ...{ plan: PLANS[index % 4], sku: `sku-${index % 5_000}` },
    },
  });
}

function personLine(index: number): string {
  const visitor = Math.floor(index / 2);
  return JSON.stringify({
    person_id: `0190dddd-0000-4000-8000-${visitor.toString(16).padStart(12, '0')}`,
    distinct_id: index % 2 === 0 ? `anonymous-${visitor}` : `user-${visitor}@example.com`,
    properties: { email: `user-${visitor}@example.com`, plan: PLANS[visitor % 4], visitor },
    created_at: new Date(FIRST).toISOString(),
    is_identified: true,
  });
}
