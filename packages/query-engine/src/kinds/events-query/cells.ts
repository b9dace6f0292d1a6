import { parseElementsChain } from '@tidemark/domain';
import { documentOf } from '../columns/document';
import type { KindContext } from '../kind';
import type { EventColumn } from './columns';
import { EVENT_FIELDS } from './columns';
import { personsByDistinctId } from './persons';
import { recordedSessions } from './recorded-sessions';

/** Rows in the wire format: whole events, persons and names as objects. */
export async function eventCells(
  rows: readonly (readonly unknown[])[],
  columns: readonly EventColumn[],
  context: KindContext,
): Promise<unknown[][]> {
  const asked = columns.flatMap(({ kind }, i) => (kind === 'person' ? [i] : []));
  const ids = rows.flatMap((row) => asked.map((i) => String(row[i])));
  const persons = await personsByDistinctId(ids, context);
  const events = rows.map((row) =>
    columns.map(({ kind }, i) => (kind === 'event' ? eventObject(row[i]) : null)),
  );
  const sessions = events.flat().flatMap((event) => sessionOf(event) ?? []);
  const recorded = await recordedSessions(sessions, context);
  return rows.map((row, at) =>
    columns.map(({ kind }, i) => {
      const cell = row[i];
      switch (kind) {
        case 'event':
          return withRecording(events[at]?.[i] ?? null, recorded);
        case 'person':
          return persons.get(String(cell)) ?? { distinct_id: cell };
        case 'display_name':
          return displayName(cell);
        case 'value':
          return cell;
      }
    }),
  );
}

interface EventObject {
  readonly properties: Readonly<Record<string, unknown>>;
}

function sessionOf(event: EventObject | null): string | null {
  const session = event?.properties['$session_id'];
  return typeof session === 'string' && session !== '' ? session : null;
}

/** Adds to an event whether its session was recorded; an event without a session has no such property. */
function withRecording(
  event: EventObject | null,
  recorded: ReadonlySet<string>,
): EventObject | null {
  const session = sessionOf(event);
  if (event === null || session === null) return event;
  const properties = { ...event.properties, $has_recording: recorded.has(session) };
  return { ...event, properties };
}

function eventObject(cell: unknown): EventObject {
  const values = Array.isArray(cell) ? (cell as unknown[]) : [];
  const fields = Object.fromEntries(EVENT_FIELDS.map((name, i) => [name, values[i]]));
  const chain = fields['elements_chain'];
  return {
    ...fields,
    properties: documentOf(fields['properties']),
    ...(typeof chain === 'string' && chain !== '' && { elements: parseElementsChain(chain) }),
  };
}

function displayName(cell: unknown): object {
  const [name, id, distinctId] = Array.isArray(cell) ? (cell as unknown[]) : [];
  return { display_name: name, id, distinct_id: distinctId };
}
