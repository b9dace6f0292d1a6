/**
 * Statements that try to leave the project. Each must be rejected with a HogQLError or read guarded scans only
 * (`docs/wire/hogql-security.md#leaks` and `docs/wire/hogql-security.md#blocked`).
 */
const TABLE_FUNCTIONS = (
  'url file s3 s3Cluster gcs azureBlobStorage hdfs remote remoteSecure cluster clusterAllReplicas mysql ' +
  'postgresql mongodb redis sqlite jdbc odbc iceberg deltaLake hudi paimon executable python input format ' +
  'generateRandom fuzzQuery fuzzJSON loop merge mergeTreeIndex mergeTreeProjection dictionary view ' +
  'viewExplain viewIfPermitted values null zeros zeros_mt numbers_mt timeSeriesData urlCluster fileCluster ' +
  'arrowFlight ytsaurus prometheusQuery generate_series'
).split(' ');

const TABLES = [
  'system.tables',
  'system.one',
  'system.processes',
  'information_schema.tables',
  'INFORMATION_SCHEMA.columns',
  'default.events',
  'test.events',
  'person',
  'person_distinct_id',
  'events_local',
  'raw_sessions_local',
  'raw_sessions_mv',
  'sharded_events',
  'raw_events',
  '`system`.`one`',
  '`system.one`',
  '"events` AS t --"',
  '`events AS t`',
  '`events) AS t`',
  'schema_migrations',
];

const FUNCTIONS = (
  "file('/etc/passwd') dictGet('d','a',1) dictHas('d',1) joinGet('t','a',1) getSetting('readonly') getMacro('shard') " +
  'hostName() fqdn() version() uptime() currentUser() currentDatabase() serverUUID() tcpPort() sleep(3) ' +
  "sleepEachRow(1) throwIf(1) ignore(1) evalMLMethod(1) catboostEvaluate('m',1) addressToLine(1) " +
  "addressToSymbol(1) demangle('x') initializeAggregation('sum',1) finalizeAggregation(1) " +
  "arrayReduce('sum',[1]) formatQuery('select') currentRoles() queryID() connectionId() blockSerializedSize(1) " +
  "defaultValueOfTypeName('Int') getServerSetting('x') filesystemAvailable() showCertificate() " +
  "structureToCapnProtoSchema('x') generateSerialID('x') transactionID() toInt64(distinct_id) " +
  'toUInt64(distinct_id) toFloat64(distinct_id) parseDateTime64BestEffort(distinct_id) toInt32(distinct_id) ' +
  "reinterpret(distinct_id,'UInt8') CAST(distinct_id,'Int64') accurateCast(distinct_id,'Int64') " +
  'rowNumberInAllBlocks2() getSubcolumn(properties,1) runningDifference(1) neighbor(event,1) ' +
  "lowCardinalityKeys(event) aiGenerateContent('x') naiveBayesClassifier('m','x') toDateTime32(distinct_id) " +
  'assertTrue(1) encrypt(1,2,3) equals_(1,2) _toInt64(distinct_id)'
).split(' ');

const GUARD_TRICKS = [
  'select 1 as team_id, event, distinct_id from events',
  'with 1 as team_id select event, distinct_id from events',
  'with team_id as (select 1) select event, distinct_id from events',
  'select event from events as team_id',
  'select event as `team_id` from events',
  'select event as "TEAM_ID" from events',
  'select arrayMap(team_id -> team_id, [1]) from events',
  'select event from events where team_id = 2',
  'select event from events where 1 = 1 or team_id = 2',
  'select event from events where team_id in (1, 2)',
  'select event from events prewhere team_id = 2',
  'select event from events prewhere 1 where 1 or 1',
  'select event, team_id from events group by event, team_id having team_id = 2',
  'select t.event from events t where t.team_id = 2',
  'select t.team_id, t.event from (select team_id, event from events) as t',
  'select e.event from events e join events f on 1 = 1 and f.team_id = 2',
  'select e.event, f.distinct_id from events e full join events f on e.uuid = f.uuid',
  'select e.event, f.distinct_id from events e right join events f on e.event = f.event',
  'select e.event, f.distinct_id from events e cross join events f',
  'select event, distinct_id from events union all select event, distinct_id from events',
  'select number from numbers((select max(team_id) from events where team_id = 2))',
  'select number from numbers(toInt((select max(distinct_id) from events)), 5)',
  'select e.event, g.distinct_id from events e left join (events f join events g on f.team_id = 2) on 1 = 1',
  'select e.event, g.distinct_id from events e join events f join events g on g.team_id = 2 on f.team_id = 2',
  'select e.event, f.distinct_id from events e natural join events f where f.team_id = 2',
  'select e.event, f.distinct_id from events e right asof join events f on e.team_id <= f.team_id and e.event = f.event',
  'select v.x, e.event from (values (2)) as v(x) join events e on e.team_id = v.x',
  'select x from (values ((select groupArray(distinct_id) from events))) as v(x)',
  'select team_id from (values (2)) as v(team_id)',
  'select team_id, event from (values (2)) as v(`team_id`), events',
  'select event from events as x(team_id)',
  "select event from events order by event collate 'en'' -- '",
  "select event from events order by event collate 'en) UNION ALL SELECT 1 --'",
  'select any(distinct_id) respect nulls from events where team_id = 2',
  'select event, count() from events group by event with totals having team_id = 2',
  'select distinct_id from events union all select id from persons',
  'select distinct_id from events intersect select distinct_id from person_distinct_ids',
  'select event from events where distinct_id in (select distinct_id from events where team_id = 2)',
  'select (select groupArray(distinct_id) from events) as leaked',
  'select (select distinct_id from events where team_id = 2 limit 1)',
  'with x as (select * from events), y as (select * from x) select * from y',
  'select * from (select * from (select * from events))',
  'select * from persons',
  'select properties from persons',
  'select * from person_distinct_ids',
  'select * from person_distinct_id_overrides',
  'select * from groups',
  'select person.properties.email, pdi.person.properties.email from events',
  'select group_0.properties.name from events',
  'select * from sessions',
  'select * from raw_sessions',
  'select argMinMerge(entry_url), argMaxMerge(distinct_id) from raw_sessions',
  'select session.$entry_current_url, session.distinct_id, session.person_id from events',
  "select s.$urls from sessions s where s.$start_timestamp > '2000-01-01' or team_id = 2",
  'select s.$urls from events e right join sessions s on 1 = 1',
];

const TYPE_TRICKS = [
  'select toInt(distinct_id), toFloat(distinct_id), toUUID(distinct_id) from events',
  'select toDateTime(distinct_id), toDate(distinct_id), toBool(distinct_id) from events',
  'select distinct_id::int, cast(distinct_id as datetime), distinct_id::uuid from events',
  'select event from events where toInt(distinct_id) = 1',
  'select event from events where person_id = distinct_id',
  'select event from events where timestamp > distinct_id',
  'select event from events where distinct_id > 5',
  'select event from events where properties.secret > 5 order by toInt(properties.secret)',
  'select base64Decode(distinct_id), unhex(distinct_id) from events',
  'select base64Decode(distinct_id) from events',
  "select parseDateTime(distinct_id, '%Y') from events",
  "select JSONExtract(distinct_id, 'Int64') from events",
  "select JSONExtract(properties, 'secret', 'IPv4') from events",
  'select intDiv(1, length(distinct_id) - 14) from events',
  'select 1 % (length(distinct_id) - 14) from events',
  'select decodeURLComponent(distinct_id) from events',
  'select match(event, distinct_id) from events',
  'select toTimeZone(timestamp, distinct_id) from events',
  'select dateTrunc(distinct_id, timestamp) from events',
  'select formatDateTime(timestamp, distinct_id) from events',
  'select arrayMap(x -> toInt(x), [distinct_id]) from events',
  'select arrayExists(x -> x = distinct_id, groupArray(distinct_id)) from events',
  'select cast(distinct_id as IPv4) from events',
  'select cast(distinct_id as AggregateFunction(sum, Int64)) from events',
];

const SYNTAX_TRICKS = [
  'select 1; select 2',
  'select event from events; drop table events',
  'drop table events',
  'insert into events values (1)',
  'alter table events delete where 1',
  'select * from events settings readonly = 0',
  'select * from events format JSON',
  "select * from events into outfile '/tmp/x'",
  'select * from events final',
  'select * from events sample 1',
  'select * from events -- where team_id = 1',
  'select * from events /* */ where 1',
  'select * from events // comment',
  "select * from events where event = 'x' -- '",
  "select event from events where event = 'a\\' or team_id = 2 --'",
  "select event from events where event = '''; drop table events --'",
  'select `a` ` from events',
  'select event as `x` , distinct_id as `y` from events',
  'select event as `x\\` , (select 1) as y --` from events',
  "select '{p0:String}' from events",
  'select {p0:String} from events',
  'select event as `{p0:Identifier}` from events',
  'select properties.`x\\`, (select 1) --` from events',
  "select properties['x`.y'] from events",
  "select properties['x'')--'] from events",
  "select properties['a\\0b'] from events",
  'select properties.`.:Int64` from events',
  'select properties.`^secret`, properties.`@secret` from events',
  'select properties.`team_id` from events',
  "select 'ѕystem', 'ＳＥＬＥＣＴ' from events",
  "select event from events where event = '\u2028' ",
  'select event\u00a0from\u2003events',
  'select `events`.`event` from `events`',
  'select EVENTS.event from EVENTS',
  'explain select 1',
  'show tables',
  'describe table events',
  'kill query where 1',
  'set readonly = 0',
  'select * from events, system.one',
  'select * from events join system.one on 1',
  'select * from events array join [1] as x',
  "select columns('.*') from events",
  'select * from values(1, 2)',
  'select top 5 * from events',
  'select matchesAction(2) from events',
  "select matchesAction('x') from events",
];

export const HOSTILE_STATEMENTS: readonly string[] = [
  ...TABLE_FUNCTIONS.map((name) => `select * from ${name}('x')`),
  ...TABLES.map((name) => `select * from ${name}`),
  ...FUNCTIONS.map((call) => `select ${call} from events`),
  ...GUARD_TRICKS,
  ...TYPE_TRICKS,
  ...SYNTAX_TRICKS,
];
