import type { Migration } from './topology';
import { createTable } from './topology';

/** The id of the installation to which the data belongs; the newest row is valid. */
export const installationTable: Migration = {
  id: 19,
  name: 'installation',
  statements: (topology) =>
    createTable(
      {
        name: 'installation',
        columns: `
    id String,
    at DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC')`,
        engine: { family: 'MergeTree', args: [] },
        layout: 'ORDER BY at',
        shardBy: null,
      },
      topology,
    ),
};
