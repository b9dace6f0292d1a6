import type { Migration, TableDefinition, Topology, ViewDefinition } from './topology';
import { createTable, createView } from './topology';

const MOMENT = `DateTime64(6, 'UTC')`;
const TEXT = 'Nullable(String)';

/** Click ids that are stored in one map; `gclid` and `fbclid` have their own columns. */
const AD_IDS =
  'gclsrc dclid gbraid wbraid msclkid twclid li_fat_id mc_cid igshid ttclid epik qclid sccid _kx irclid'.split(
    ' ',
  );

const CAMPAIGN =
  'utm_source utm_campaign utm_medium utm_term utm_content gclid gad_source fbclid'.split(' ');

const READ = ['$current_url', '$external_click_url', '$referring_domain', ...CAMPAIGN, ...AD_IDS];

const property = (name: string): string => `e.\`p_${name}\``;

/** The properties that determine the channel, in one column: one read instead of seven. */
const CHANNEL = `tuple(${['utm_source', 'utm_medium', 'utm_campaign', '$referring_domain']
  .map(property)
  .join(
    ', ',
  )}, isNotNull(${property('gclid')})::Bool, isNotNull(${property('fbclid')})::Bool, ${property('gad_source')})`;

interface StateColumn {
  readonly name: string;
  readonly type: string;
  /** An expression over `e`, the events with the properties of `READ` as columns. */
  readonly select: string;
}

/** The value of the first or last event that has one; `order` is the column that orders the events. */
function valueAt(
  name: string,
  aggregate: 'argMin' | 'argMax',
  type: string,
  value: string,
  order: 'moment' | 'entry_order' | 'end_order',
): StateColumn {
  return {
    name,
    type: `AggregateFunction(${aggregate}, ${type}, ${MOMENT})`,
    select: `${aggregate}State(${value}, e.${order})`,
  };
}

/** The exact number of events: an event that was inserted twice has one uuid. */
function distinctEvents(name: string, event: string): StateColumn {
  return {
    name,
    type: 'AggregateFunction(uniqExact, Nullable(UUID))',
    select: `uniqExactState(if(e.event = '${event}', e.uuid, NULL))`,
  };
}

function combined(name: string, aggregate: string, type: string, value: string): StateColumn {
  return {
    name,
    type: `SimpleAggregateFunction(${aggregate}, ${type})`,
    select: `${aggregate}(${value})`,
  };
}

const STATES: readonly StateColumn[] = [
  valueAt('distinct_id', 'argMax', 'String', 'e.distinct_id', 'moment'),
  valueAt('person_id', 'argMax', 'UUID', 'e.person_id', 'moment'),
  combined('min_timestamp', 'min', MOMENT, 'e.moment'),
  combined('max_timestamp', 'max', MOMENT, 'e.moment'),
  combined('max_inserted_at', 'max', MOMENT, 'e.inserted_at'),
  combined('urls', 'groupUniqArrayArray', 'Array(String)', 'e.page_urls'),
  valueAt('entry_url', 'argMin', TEXT, property('$current_url'), 'entry_order'),
  valueAt('end_url', 'argMax', TEXT, property('$current_url'), 'end_order'),
  valueAt('last_external_click_url', 'argMax', TEXT, property('$external_click_url'), 'moment'),
  valueAt('entry_referring_domain', 'argMin', TEXT, property('$referring_domain'), 'entry_order'),
  ...CAMPAIGN.map((name) =>
    valueAt(`entry_${name}`, 'argMin', TEXT, property(name), 'entry_order'),
  ),
  valueAt('entry_ad_ids', 'argMin', 'Map(String, String)', 'e.ad_ids', 'entry_order'),
  valueAt(
    'entry_channel_type_properties',
    'argMin',
    `Tuple(${TEXT}, ${TEXT}, ${TEXT}, ${TEXT}, Bool, Bool, ${TEXT})`,
    CHANNEL,
    'entry_order',
  ),
  distinctEvents('pageview_uniq', '$pageview'),
  distinctEvents('autocapture_uniq', '$autocapture'),
  distinctEvents('screen_uniq', '$screen'),
  {
    name: 'page_screen_autocapture_uniq_up_to',
    type: 'AggregateFunction(uniqUpTo(1), Nullable(UUID))',
    select: `uniqUpToState(1)(if(e.event IN ('$pageview', '$screen', '$autocapture'), e.uuid, NULL))`,
  },
];

/**
 * One row per session and insert. The engine merges rows later, and queries merge the rest
 * (`docs/wire/capture-storage.md#session-rows`). No aggregate counts an event twice, so inserts may be repeated.
 * `session_timestamp` is the time in the session id.
 */
const rawSessions: TableDefinition = {
  name: 'raw_sessions',
  columns: `
    team_id Int64,
    session_timestamp DateTime64(3, 'UTC'),
    session_id_v7 UUID,
    ${STATES.map(({ name, type }) => `${name} ${type}`).join(',\n    ')}`,
  engine: { family: 'AggregatingMergeTree', args: [] },
  layout: `PARTITION BY toYYYYMM(session_timestamp)
    ORDER BY (team_id, session_timestamp, session_id_v7)`,
  shardBy: 'sipHash64(team_id, session_id_v7)',
};

/** 2100-01-01, in ms. Session ids may contain any time; those with a later time share a partition. */
const LAST_SESSION_TIME = 4_102_444_800_000;

/**
 * Returns the SELECT that computes sessions. Entry and end values come from pages and screens. Other events are used
 * only in sessions without these, so they are ordered a year later (or earlier).
 */
function sessionsOf(events: string): string {
  const isPage = `event IN ('$pageview', '$screen')`;
  const properties = READ.map(
    (name) => `CAST(properties.\`${name}\`, '${TEXT}') AS \`p_${name}\``,
  ).join(', ');
  const adIds = AD_IDS.map((name) => `'${name}', \`p_${name}\``).join(', ');
  return `SELECT e.team_id AS team_id,
    fromUnixTimestamp64Milli(least(toInt64(bitShiftRight(toUInt128(e.session_id), 80)), ${LAST_SESSION_TIME}), 'UTC') AS session_timestamp,
    e.session_id AS session_id_v7,
    ${STATES.map(({ name, select }) => `${select} AS ${name}`).join(',\n    ')}
  FROM (
    SELECT team_id, event, uuid, distinct_id, person_id, inserted_at, timestamp AS moment,
      assumeNotNull(accurateCastOrNull(\`$session_id\`, 'UUID')) AS session_id,
      if(${isPage}, timestamp, timestamp + toIntervalYear(1)) AS entry_order,
      if(${isPage}, timestamp, timestamp - toIntervalYear(1)) AS end_order,
      ${properties},
      if(${isPage} AND isNotNull(\`p_$current_url\`), [assumeNotNull(\`p_$current_url\`)], []) AS page_urls,
      CAST(mapFilter((k, v) -> isNotNull(v), map(${adIds})), 'Map(String, String)') AS ad_ids
    FROM ${events}
    WHERE length(\`$session_id\`) = 36 AND substring(\`$session_id\`, 15, 1) = '7'
      AND isNotNull(accurateCastOrNull(\`$session_id\`, 'UUID'))
  ) AS e
  GROUP BY e.team_id, e.session_id`;
}

const view: ViewDefinition = {
  name: 'raw_sessions_mv',
  from: 'events',
  to: 'raw_sessions',
  select: sessionsOf,
};

/** Allows any number of months, and more sessions than fit into memory. */
const BACKFILL_SETTINGS = [
  'max_partitions_per_insert_block = 0',
  'max_bytes_before_external_group_by = 536870912',
  'distributed_foreground_insert = 1',
];

const COLUMNS = [
  'team_id',
  'session_timestamp',
  'session_id_v7',
  ...STATES.map(({ name }) => name),
];

/** Adds events to their sessions. Adding an event again does not change its session. */
export function addToSessions(events: string): string {
  return `INSERT INTO raw_sessions
  (${COLUMNS.join(', ')})
  SETTINGS ${BACKFILL_SETTINGS.join(', ')}
  ${sessionsOf(events)}`;
}

export const sessions: Migration = {
  id: 3,
  name: 'sessions',
  statements: (topology: Topology) => [
    ...createTable(rawSessions, topology),
    createView(view, topology),
    // Adds events that were stored before the view existed.
    addToSessions('events'),
  ],
};
