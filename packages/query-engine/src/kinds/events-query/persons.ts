import { parseSelect } from '@tidemark/hogql';
import { wireRows } from '../../respond/wire-rows';
import { documentOf } from '../columns/document';
import type { KindContext } from '../kind';

const PERSONS =
  'select distinct_id, person.id, person.created_at, person.properties from person_distinct_ids where distinct_id in {ids}';
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The person of each distinct id, in the form of a `person` cell; unknown ones are left out. */
export async function personsByDistinctId(
  ids: readonly string[],
  context: KindContext,
): Promise<ReadonlyMap<string, object>> {
  const known = [...new Set(ids)];
  if (known.length === 0) return new Map();
  const compiled = await context.compile(parseSelect(PERSONS), {
    values: { ids: known },
    defaultLimit: known.length,
  });
  const { rows, meta } = await context.execute(compiled);
  return new Map(
    wireRows(rows, meta).flatMap(([distinctId, uuid, createdAt, properties]) =>
      uuid === NOBODY
        ? []
        : [
            [
              String(distinctId),
              {
                uuid,
                created_at: createdAt,
                properties: documentOf(properties),
                distinct_id: distinctId,
              },
            ],
          ],
    ),
  );
}
