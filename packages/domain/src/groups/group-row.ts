import { dateTimeText } from '../dates/date-time-text';
import { serializeJson } from '../json/serialize-json';
import type { Properties } from '../properties';

export interface GroupRow {
  readonly projectId: number;
  /** 0…4 */
  readonly groupTypeIndex: number;
  readonly groupKey: string;
  readonly properties: Properties;
  readonly version: number;
  readonly createdAt: Date;
}

/** One line of JSONEachRow for the table `groups`. */
export function groupRowLine(group: GroupRow): string {
  const columns = JSON.stringify({
    team_id: group.projectId,
    group_type_index: group.groupTypeIndex,
    group_key: group.groupKey,
    created_at: dateTimeText(group.createdAt),
    version: group.version,
  });
  return `${columns.slice(0, -1)},"group_properties_text":${serializeJson(group.properties)}}`;
}
