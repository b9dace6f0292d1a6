import { z } from 'zod';
import { storedJson } from '../shared/wire-fields';

const propertySchema = z.looseObject({
  type: z.string().optional(),
  operator: z.string().nullish(),
});

/** Values by the name of their property: an operator other than equality follows the name (`age__gt`). */
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

/** The oldest way to say who is in a cohort: a list of sets, any of which is enough. */
export const cohortGroupsSchema = storedJson(z.array(groupSchema));

export type CohortGroups = z.output<typeof cohortGroupsSchema>;

/** The same as a `filters` document, still to be checked as one. */
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
