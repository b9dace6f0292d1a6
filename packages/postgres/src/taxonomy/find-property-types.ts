import type { PropertyType } from '@tidemark/contracts';
import type { Database } from '../database';
import type { PropertyOwner } from './property-owner';
import { ownerOf } from './property-owner';

export interface DefinedPropertyType {
  readonly owner: PropertyOwner;
  readonly name: string;
  readonly propertyType: PropertyType;
}

/** The types of the project's properties with these names, for all owners. Properties without a type are left out. */
export async function findPropertyTypes(
  { db }: Database,
  projectId: number,
  names: readonly string[],
): Promise<readonly DefinedPropertyType[]> {
  const rows = await db
    .selectFrom('property_definitions')
    .select(['type', 'group_type_index as groupTypeIndex', 'name', 'property_type as propertyType'])
    .where('project_id', '=', projectId)
    .where('name', 'in', names)
    .where('property_type', 'is not', null)
    .execute();
  return rows.flatMap(({ name, propertyType, ...stored }) =>
    propertyType === null ? [] : [{ owner: ownerOf(stored), name, propertyType }],
  );
}
