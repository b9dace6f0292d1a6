import { queryOptions } from '@tanstack/react-query';
import { runHelper } from '../../api/query-runner';
import { hogqlText } from '../../queries/hogql-text';
import type { Group } from './group-data';

/** A group with its activity, for lists. */
export interface ListedGroup extends Group {
  /** The timestamp of the group's latest event; null if it has no event, undefined while it is being loaded. */
  readonly lastEvent?: string | null;
  readonly eventsIn30Days?: number;
}

type Activity = readonly [key: string, lastEvent: string, eventsIn30Days: number];

const MEASURES = 'max(timestamp) as last, countIf(timestamp > now() - interval 30 day) as recent';

/** For each of the given groups: the timestamp of its latest event, and the number of events in the last 30 days. */
export function groupActivityQuery(projectId: number, index: number, keys: readonly string[]) {
  return queryOptions({
    queryKey: ['group-activity', projectId, index, keys],
    enabled: keys.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Activity>> => {
      const names = keys.map(hogqlText).join(', ');
      const query = {
        kind: 'HogQLQuery',
        query: `select $group_${index} as key, ${MEASURES} from events where key in (${names}) group by key limit ${keys.length}`,
      };
      const { results } = await runHelper<{ results: Activity[] }>(projectId, query, signal);
      return new Map(results.map((row) => [row[0], row]));
    },
  });
}

/** Adds the activity to the groups, as far as it is loaded. */
export function withActivity(
  groups: readonly Group[],
  known: ReadonlyMap<string, Activity> | undefined,
): readonly ListedGroup[] {
  if (known === undefined) return groups;
  return groups.map((group) => {
    const [, lastEvent = null, eventsIn30Days = 0] = known.get(group.group_key) ?? [];
    return { ...group, lastEvent, eventsIn30Days };
  });
}

/** The maximum number of quiet groups in the list. */
const MOST_QUIET = 1_000;

/** The groups whose latest event is older than `days`, the most recent first. */
export function quietGroupsQuery(projectId: number, index: number, days: number) {
  return queryOptions({
    queryKey: ['quiet-groups', projectId, index, days],
    queryFn: async ({ signal }): Promise<readonly ListedGroup[]> => {
      const query = {
        kind: 'HogQLQuery',
        query: `select heard.key, known.properties, known.created_at, heard.last, heard.recent
          from (select $group_${index} as key, ${MEASURES} from events where key != '' group by key
            having last < now() - interval ${days} day) as heard
          left join (select key, properties, created_at from groups where index = ${index}) as known
            on known.key = heard.key
          order by heard.last desc limit ${MOST_QUIET}`,
      };
      type Row = readonly [string, string, string, string, number];
      const { results } = await runHelper<{ results: Row[] }>(projectId, query, signal);
      return results.map(([key, properties, created_at, lastEvent, eventsIn30Days]) => {
        const shared = { group_type_index: index, group_key: key, lastEvent, eventsIn30Days };
        // Events can name a group whose properties were never set.
        if (properties === '') return { ...shared, created_at: '', group_properties: {} };
        const group_properties = JSON.parse(properties) as Group['group_properties'];
        return { ...shared, created_at, group_properties };
      });
    },
  });
}
