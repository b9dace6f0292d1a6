import { parseSelect } from '@tidemark/hogql';
import { wireRows } from '../../respond/wire-rows';
import { documentOf } from '../columns/document';
import type { KindContext } from '../kind';
import type { ActorStrategy } from './strategy';

const PERSONS = 'select id, created_at, properties, is_identified from persons where id in {ids}';
const DISTINCT_IDS =
  'select person_id, arraySort(groupArray(distinct_id)) from person_distinct_ids where person_id in {ids} group by person_id';
const GROUPS =
  'select key, index, created_at, properties from groups where key in {ids} and ({index} < 0 or index = {index})';

/** Actors by their ids, in the form of an `actor` cell; unknown ones are left out. */
export async function findActors(
  ids: readonly string[],
  { table }: ActorStrategy,
  groupTypeIndex: number | null,
  context: KindContext,
): Promise<ReadonlyMap<string, object>> {
  const known = [...new Set(ids)];
  if (known.length === 0) return new Map();
  return table === 'persons'
    ? await findPersons(known, context)
    : await findGroups(known, groupTypeIndex, context);
}

async function look(
  statement: string,
  values: Readonly<Record<string, unknown>>,
  context: KindContext,
): Promise<unknown[][]> {
  const compiled = await context.compile(parseSelect(statement), {
    values,
    defaultLimit: context.maxRows,
  });
  const { rows, meta } = await context.execute(compiled);
  return wireRows(rows, meta);
}

async function findPersons(
  ids: readonly string[],
  context: KindContext,
): Promise<ReadonlyMap<string, object>> {
  const distinctIds = new Map(
    (await look(DISTINCT_IDS, { ids }, context)).map(([id, found]) => [String(id), found]),
  );
  const persons = await look(PERSONS, { ids }, context);
  return new Map(
    persons.map(([id, createdAt, properties, isIdentified]) => [
      String(id),
      {
        id,
        uuid: id,
        properties: documentOf(properties),
        is_identified: isIdentified === true || isIdentified === 1,
        created_at: createdAt,
        distinct_ids: distinctIds.get(String(id)) ?? [],
        type: 'person',
      },
    ]),
  );
}

async function findGroups(
  ids: readonly string[],
  index: number | null,
  context: KindContext,
): Promise<ReadonlyMap<string, object>> {
  const groups = await look(GROUPS, { ids, index: index ?? -1 }, context);
  return new Map(
    groups.map(([key, typeIndex, createdAt, text]) => {
      const properties = documentOf(text);
      return [
        String(key),
        {
          id: key,
          type: 'group',
          group_key: key,
          group_type_index: typeIndex,
          created_at: createdAt,
          properties,
          group_properties: properties,
        },
      ];
    }),
  );
}
