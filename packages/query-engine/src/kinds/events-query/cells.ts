import { parseElementsChain } from '@tidemark/domain';
import { documentOf } from '../columns/document';
import type { KindContext } from '../kind';
import type { EventColumn } from './columns';
import { EVENT_FIELDS } from './columns';
import { personsByDistinctId } from './persons';

/** Rows as the wire shows them: whole events, persons and names as objects. */
export async function eventCells(
  rows: readonly (readonly unknown[])[],
  columns: readonly EventColumn[],
  context: KindContext,
): Promise<unknown[][]> {
  const at = columns.flatMap(({ kind }, i) => (kind === 'person' ? [i] : []));
  const ids = rows.flatMap((row) => at.map((i) => String(row[i])));
  const persons = await personsByDistinctId(ids, context);
  return rows.map((row) =>
    columns.map(({ kind }, i) => {
      const cell = row[i];
      switch (kind) {
        case 'event':
          return eventObject(cell);
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

function eventObject(cell: unknown): object {
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
