import { z } from 'zod';
import { storedJson } from '../shared/wire-fields';

const propertySchema = z.looseObject({
  type: z.string().optional(),
  operator: z.string().nullish(),
});

/** Values by the name of their property. An operator other than equality is appended to the name (`age__gt`). */
const namedProperties = z.record(z.string(), z.unknown()).transform((named) =>
  Object.entries(named).map(([name, value]): z.output<typeof propertySchema> => {
    const [, key, operator] = /^(.+)__([a-z]+(?:_[a-z]+)*)$/.exec(name) ?? [];
    return { key: key ?? name, value, operator };
  }),
);

const groupSchema = z.looseObject({
  properties: z.union([z.array(propertySchema), namedProperties]).nullish(),
  event_id: z.string().nullish(),
  action_id: z.int().nullish(),
  days: z.coerce.number().int().min(0).nullish(),
  count: z.coerce.number().int().min(0).nullish(),
  count_operator: z.string().nullish(),
});

/** The oldest format of a cohort's criteria: a list of sets of criteria, one of which must be met. */
export const cohortGroupsSchema = storedJson(z.array(groupSchema));

export type CohortGroups = z.output<typeof cohortGroupsSchema>;

/** Converts groups to a `filters` document, which must still be validated. */
export function filtersOfGroups(groups: CohortGroups): unknown {
  return { properties: { type: 'OR', values: groups.map(filterOfGroup) } };
}

function filterOfGroup(group: CohortGroups[number]): unknown {
  const { properties, event_id: event, action_id: action, days, count } = group;
  if (properties !== undefined && properties !== null) {
    const values = properties.map((property) => ({
      ...property,
      type: property.type ?? 'person',
      operator: property.operator ?? 'exact',
    }));
    return { type: 'AND', values };
  }
  const often =
    count === undefined || count === null
      ? { value: 'performed_event' }
      : {
          value: 'performed_event_multiple',
          operator: group.count_operator ?? 'gte',
          operator_value: count,
        };
  const behavioral = {
    type: 'behavioral',
    key: action ?? event,
    event_type: (action ?? null) === null ? 'events' : 'actions',
    time_value: days ?? null,
    time_interval: 'day',
    ...often,
  };
  return { type: 'AND', values: [behavioral] };
}
