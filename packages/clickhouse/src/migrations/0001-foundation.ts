import type { Migration, TableDefinition } from './topology';
import { createTable } from './topology';

/** A quoted value of an elements chain; a quote inside is escaped. Backslashes are doubled for SQL. */
const QUOTED = String.raw`="((?:[^"\\\\]|\\\\.)*)"`;
const CHAIN = {
  href: `(?::|")href${QUOTED}`,
  text: `(?::|")text${QUOTED}`,
  id: `(?::|")attr_id${QUOTED}`,
  tag: String.raw`(?:^|;)(a|button|form|input|select|textarea|label)(?:\\.|$|:)`,
};

/** A chain escapes double quotes and nothing else (`docs/wire/capture-processing.md#chain-attributes`). */
const unescaped = (value: string): string => String.raw`replaceAll(${value}, '\\"', '"')`;

/**
 * `properties_text` is the accepted document. Whole documents are read from it, which is exact and 30 times faster than
 * combining sub-columns. The engine computes `properties` from it, from which single properties are read; it does not
 * keep nulls, empty objects and the order of keys.
 *
 * Events are deduplicated by the sort key, which ends with the hash of the uuid: the worker looks keys up before it
 * inserts, and the engine replaces the remaining copies when it merges. Person id and person properties are those at
 * ingestion; queries resolve merges with `person_distinct_id_overrides`.
 */
const events: TableDefinition = {
  name: 'events',
  columns: `
    uuid UUID,
    event String,
    properties_text String DEFAULT '{}' CODEC(ZSTD(1)),
    properties JSON(max_dynamic_paths = 512) DEFAULT properties_text CODEC(ZSTD(1)),
    timestamp DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
    team_id Int64,
    distinct_id String CODEC(ZSTD(1)),
    elements_chain String DEFAULT '' CODEC(ZSTD(1)),
    created_at DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
    person_id UUID,
    person_created_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    person_properties JSON(max_dynamic_paths = 256) CODEC(ZSTD(1)),
    person_mode LowCardinality(String) DEFAULT 'full',
    \`$group_0\` String DEFAULT '',
    \`$group_1\` String DEFAULT '',
    \`$group_2\` String DEFAULT '',
    \`$group_3\` String DEFAULT '',
    \`$group_4\` String DEFAULT '',
    \`$session_id\` String DEFAULT '',
    \`$window_id\` String DEFAULT '',
    elements_chain_href String MATERIALIZED ${unescaped(`extract(elements_chain, '${CHAIN.href}')`)},
    elements_chain_texts Array(String) MATERIALIZED arrayDistinct(arrayMap(v -> ${unescaped('v')}, extractAll(elements_chain, '${CHAIN.text}'))),
    elements_chain_ids Array(String) MATERIALIZED arrayDistinct(arrayMap(v -> ${unescaped('v')}, extractAll(elements_chain, '${CHAIN.id}'))),
    elements_chain_elements Array(String) MATERIALIZED arrayDistinct(extractAll(elements_chain, '${CHAIN.tag}')),
    historical_migration Bool DEFAULT false,
    inserted_at DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC'),
    INDEX uuid_bloom uuid TYPE bloom_filter GRANULARITY 4,
    INDEX distinct_id_bloom distinct_id TYPE bloom_filter GRANULARITY 4,
    INDEX session_id_bloom \`$session_id\` TYPE bloom_filter GRANULARITY 4`,
  engine: { family: 'ReplacingMergeTree', args: ['inserted_at'] },
  layout: `PARTITION BY toYYYYMM(timestamp)
    ORDER BY (team_id, toDate(timestamp), event, cityHash64(distinct_id), cityHash64(uuid))`,
  shardBy: 'sipHash64(team_id, distinct_id)',
};

const person: TableDefinition = {
  name: 'person',
  columns: `
    id UUID,
    team_id Int64,
    created_at DateTime64(3, 'UTC'),
    properties_text String DEFAULT '{}' CODEC(ZSTD(1)),
    properties JSON(max_dynamic_paths = 512) DEFAULT properties_text CODEC(ZSTD(1)),
    is_identified Bool,
    is_deleted Bool DEFAULT false,
    version UInt64,
    inserted_at DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC')`,
  engine: { family: 'ReplacingMergeTree', args: ['version'] },
  layout: 'ORDER BY (team_id, id)',
  shardBy: 'sipHash64(team_id, id)',
};

const personDistinctId: TableDefinition = {
  name: 'person_distinct_id',
  columns: `
    team_id Int64,
    distinct_id String,
    person_id UUID,
    is_deleted Bool DEFAULT false,
    version UInt64`,
  engine: { family: 'ReplacingMergeTree', args: ['version'] },
  layout: 'ORDER BY (team_id, distinct_id)',
  shardBy: 'sipHash64(team_id, distinct_id)',
};

/** Only distinct ids that moved to another person after events with the old person were written. */
const personDistinctIdOverrides: TableDefinition = {
  ...personDistinctId,
  name: 'person_distinct_id_overrides',
};

const groups: TableDefinition = {
  name: 'groups',
  columns: `
    team_id Int64,
    group_type_index UInt8,
    group_key String,
    created_at DateTime64(3, 'UTC'),
    updated_at DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC'),
    group_properties_text String DEFAULT '{}' CODEC(ZSTD(1)),
    group_properties JSON(max_dynamic_paths = 256) DEFAULT group_properties_text CODEC(ZSTD(1)),
    is_deleted Bool DEFAULT false,
    version UInt64`,
  engine: { family: 'ReplacingMergeTree', args: ['version'] },
  layout: 'ORDER BY (team_id, group_type_index, group_key)',
  shardBy: 'sipHash64(team_id, group_key)',
};

export const foundation: Migration = {
  id: 1,
  name: 'foundation',
  statements: (topology) =>
    [events, person, personDistinctId, personDistinctIdOverrides, groups].flatMap((table) =>
      createTable(table, topology),
    ),
};
