import type { TableDefinition } from './definitions/table-definition';
import { field } from './definitions/fields';

/**
 * Data that was dropped or changed at ingestion. A row stands for `count` occurrences: sum this column, do not count
 * rows. `details` is JSON text.
 */
export const ingestionWarnings: TableDefinition = {
  name: 'system.ingestion_warnings',
  physical: 'ingestion_warnings',
  fields: {
    uuid: field('uuid', 'UUID'),
    team_id: field('team_id', 'Integer', true),
    type: field('type', 'String'),
    category: field('category', 'String'),
    severity: field('severity', 'String'),
    source: field('source', 'String'),
    distinct_id: field('distinct_id', 'String'),
    details: field('details', 'String'),
    timestamp: field('timestamp', 'DateTime'),
    count: field('count', 'Integer'),
  },
  latest: { keys: ['uuid'], version: 'inserted_at', deleted: null },
};
