import type { Attack } from './case';
import { attacks, words } from './case';

/** The table functions of the engine (`docs/wire/hogql-security.md#blocked-table-functions`). */
const TABLE_FUNCTIONS = words(`
  url file s3 s3Cluster gcs azureBlobStorage azureBlobStorageCluster hdfs hdfsCluster remote remoteSecure cluster
  clusterAllReplicas mysql postgresql mongodb redis sqlite jdbc odbc iceberg icebergS3 icebergLocal deltaLake
  deltaLakeLocal hudi paimon executable python input format generateRandom generate_series generateSeries fuzzQuery
  fuzzJSON loop merge mergeTreeIndex mergeTreeProjection mergeTreeAnalyzeIndexes dictionary view viewExplain
  viewIfPermitted values null zeros zeros_mt numbers_mt primes timeSeriesData timeSeriesMetrics timeSeriesTags
  timeSeriesSelector urlCluster fileCluster arrowFlight arrowflight ytsaurus prometheusQuery prometheusQueryRange
  system_tables clusters URL File NUMBERS_MT
`);

const TABLES = words(`
  system.tables system.one system.processes system.settings system.functions system.query_log system.users
  system.columns system.parts system.disks system.clusters system.dictionaries information_schema.tables
  INFORMATION_SCHEMA.TABLES information_schema.columns default.events default.person test.events tidemark.events
  _local.events person person_distinct_id events_local raw_sessions_local raw_sessions_mv sharded_events
  schema_migrations migrations events.events default.system.one \`system\`.\`one\` \`system.one\` "system"."one"
  \`default\`.\`events\` .inner.raw_sessions_mv \`.inner_id.0\` events_dead_letter query_log.raw SYSTEM.ONE System.one
`);

/**
 * Scalar functions that read other data than rows, identify the server, wait or throw
 * (`docs/wire/hogql-security.md#blocked-functions`).
 */
const FUNCTIONS = words(`
  file('/etc/passwd') dictGet('d','a',1) dictGetOrNull('d','a',1) dictGetString('d','a',1) dictHas('d',1)
  dictIsIn('d',1,2) dictGetHierarchy('d',1) joinGet('t','a',1) joinGetOrNull('t','a',1) getSetting('readonly')
  getSettingOrDefault('x',1) getServerSetting('x') getMergeTreeSetting('x') getMacro('shard') hostName() hostname()
  fqdn() FQDN() version() uptime() currentUser() user() currentDatabase() database() DATABASE() currentSchemas(true)
  currentProfiles() currentRoles() enabledRoles() defaultRoles() serverUUID() serverTimezone() tcpPort() displayName()
  buildId() revision() sleep(3) sleepEachRow(1) throwIf(1) ignore(distinct_id) identity(1) materialize(1)
  evalMLMethod(1) catboostEvaluate('m',1) naiveBayesClassifier('m','x') aiGenerateContent('x') addressToLine(1)
  addressToLineWithInlines(1) addressToSymbol(1) demangle('x') logTrace('x') initializeAggregation('sum',1)
  finalizeAggregation(1) runningAccumulate(1) runningDifference(1) neighbor(event,1) arrayReduceInRanges('sum',[1],[1])
  formatQuery('select1') formatQuerySingleLine('select1') formatRow('CSV',1) queryID() initialQueryID()
  connectionId() initialQueryStartTime() blockNumber() blockSize() blockSerializedSize(1) byteSize(1) partitionId(1)
  defaultValueOfTypeName('Int') defaultValueOfArgumentType(1) toColumnTypeName(1) dumpColumnStructure(1)
  filesystemAvailable() filesystemCapacity() filesystemUnreserved() showCertificate() structureToCapnProtoSchema('x')
  structureToProtobufSchema('x') generateSerialID('x') generateULID() generateUUIDv4() generateUUIDv7()
  generateSnowflakeID() rand() rand64() randConstant() randomString(9) randomPrintableASCII(9) fuzzBits('x',0.5)
  zookeeperSessionUptime() lowCardinalityKeys(event) lowCardinalityIndices(event) transactionID()
  transactionLatestSnapshot() errorCodeToName(1) getOSKernelVersion() getSizeOfEnumType(1) isMergeTreePartCoveredBy('a','b')
  hasColumnInTable('default','events','x') getSubcolumn(properties,'x') getTypeSerializationStreams('x') toInt64(distinct_id)
  toInt32(distinct_id) toUInt64(distinct_id) toUInt8(distinct_id) toFloat64(distinct_id) toDecimal64(distinct_id,2)
  toDateTime32(distinct_id) parseDateTime64BestEffort(distinct_id) accurateCast(distinct_id,'Int64') _CAST(1,'String')
  reinterpret(distinct_id,'UInt64') CAST(distinct_id,'Int64') toDecimal256OrDefault(1,2) toFixedString(distinct_id,1) _toInt64(distinct_id)
  encrypt('aes-128-ecb','x','0123456789abcdef') decrypt('aes-128-ecb','x','0123456789abcdef') tryDecrypt('a','b','c') assertTrue(1) equals_(1,2)
  meiliMatch('x') sqid(1) timezone() serverTimeZone() readWKTPoint('x') svg((1,2)) nonexistent(1) select(1)
`);

const CASTS = words(`
  IPv4 Enum8('a'=1) AggregateFunction(sum,Int64) Tuple(Int64) Array(Int64) FixedString(1) Dynamic Variant(Int64) Nested
  Object('json') JSON Nothing LowCardinality(String) Nullable(Int64) QBit SimpleAggregateFunction(sum,Int64)
`);

const EXTRACTED = words(`
  IPv4 Enum8(1) AggregateFunction(sum,Int64) FixedString(1) Dynamic Variant(Int64) JSON Object Nothing DateTime
  Array(IPv4) Tuple(Dynamic) LowCardinality(String) Map(String,Date) String)
`);

/** Attempts to read or run something other than data of projects. */
export const reach: readonly Attack[] = attacks('rejected', [
  ...TABLE_FUNCTIONS.map((name) => `select * from ${name}('x')`),
  ...TABLE_FUNCTIONS.map((name) => `select count() from events e join ${name}(1) t on 1 = 1`),
  ...TABLES.map((name) => `select * from ${name}`),
  ...FUNCTIONS.map((call) => `select ${call} from events`),
  ...CASTS.map((type) => `select cast(distinct_id as ${type}) from events`),
  ...EXTRACTED.map((type) => `select JSONExtract(properties, 'secret', '${type}') from events`),
]);
