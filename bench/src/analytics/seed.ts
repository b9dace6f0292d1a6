import type { ClickHouse } from '@tidemark/clickhouse';

const PERSONS = 200_000;
const DAYS = 90;
const CHUNK = 250_000;
/** The number of distinct ids whose person was merged into another one after the events. */
const MERGED = 2_000;

const EVENT = `multiIf(r < 45, '$pageview', r < 70, '$autocapture', r < 75, 'sign up', r < 85, 'add to cart', r < 90, 'purchase', concat('event ', toString(r)))`;

/** Twenty keys: texts, numbers, flags, few and many values. */
const PROPERTIES = `concat(
  '{"$browser":"', ['Chrome','Firefox','Safari','Edge','Opera'][1 + h % 5],
  '","$os":"', ['Windows','Mac OS X','Linux','iOS','Android'][1 + intDiv(h, 5) % 5],
  '","$current_url":"https://example.com/page/', toString(intDiv(h, 25) % 500), '?ref=', toString(h % 97),
  '","$pathname":"/page/', toString(intDiv(h, 25) % 500),
  '","$host":"example.com","$referrer":"https://search.example/', toString(h % 50),
  '","$referring_domain":"search.example","utm_source":"', ['google','newsletter','x','partner','none','ads','blog','event','hn','direct','mail','qr'][1 + h % 12],
  '","utm_campaign":"campaign ', toString(h % 40),
  '","$lib":"web","$lib_version":"1.', toString(h % 30),
  '.0","$device_type":"', ['Desktop','Mobile','Tablet'][1 + h % 3],
  '","$screen_width":', toString(1000 + h % 900),
  ',"$screen_height":', toString(600 + h % 500),
  ',"amount":', toString(intDiv(h, 7) % 1000),
  ',"quantity":', toString(1 + h % 9),
  ',"is_trial":', if(h % 4 = 0, 'true', 'false'),
  ',"plan":"', ['free','pro','team','scale'][1 + h % 4],
  '","$geoip_country_code":"', ['DE','US','FR','GB','BR','IN','JP','SE'][1 + h % 8],
  '","sku":"sku-', toString(h % 5000), '"}')`;

const PERSON_PROPERTIES = `concat('{"plan":"', ['free','pro','team','scale'][1 + u % 4],
  '","email":"user', toString(u), '@example.', ['com','org','net'][1 + u % 3],
  '","age":', toString(18 + u % 60), ',"country":"', ['DE','US','FR','GB'][1 + u % 4], '"}')`;

/** The hash depends on the type of the number, which is UInt64 everywhere here. */
const personId = (user: string): string => `reinterpretAsUUID(sipHash128(${user}))`;

/** Rows of one chunk; `r` is of a hundred, `u` the user, `h` a hash of the row. */
function rows(from: number, count: number): string {
  return `SELECT number + ${from} AS n, cityHash64(n) AS h, cityHash64(n, 1) % 100 AS r,
    toUInt64(cityHash64(n, 2) % ${PERSONS}) AS u,
    toDateTime64(now() - toIntervalSecond(cityHash64(n, 3) % ${DAYS * 86_400}), 6, 'UTC') AS at
    FROM numbers_mt(${count})`;
}

/** The same events with documents kept as text; persons and their distinct ids are in both forms. */
const TWINS = [
  `CREATE TABLE events_as_text (
    uuid UUID, event String, properties String CODEC(ZSTD(3)), timestamp DateTime64(6, 'UTC'), team_id Int64,
    distinct_id String, person_id UUID, person_properties String CODEC(ZSTD(3)))
    ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(timestamp)
    ORDER BY (team_id, toDate(timestamp), event, cityHash64(distinct_id), cityHash64(uuid))`,
  `CREATE TABLE persons_as_text (id UUID, team_id Int64, properties String CODEC(ZSTD(3)), version UInt64)
    ENGINE = ReplacingMergeTree(version) ORDER BY (team_id, id)`,
];

/**
 * Fills `events` of project 1 inside the engine, and `events_as_text` with the same events in the same order of sorting.
 */
export async function seedAnalytics(clickhouse: ClickHouse, count: number): Promise<void> {
  for (const table of TWINS) await clickhouse.command(table);
  await seedEvents(clickhouse, { from: 0, to: count, hasTwin: true });
  await seedPersons(clickhouse);
  await clickhouse.command(
    `INSERT INTO persons_as_text
     SELECT ${personId('u')}, 1, ${PERSON_PROPERTIES}, 0 FROM (SELECT number AS u FROM numbers(${PERSONS}))`,
  );
  await mergeParts(clickhouse, ['events', 'events_as_text']);
}

/** Adds the events with the numbers `from` to `to`: a larger table holds all events of a smaller one. */
export async function seedEvents(
  clickhouse: ClickHouse,
  { from, to, hasTwin }: { readonly from: number; readonly to: number; readonly hasTwin: boolean },
): Promise<void> {
  const settings = { max_execution_time: 0, max_insert_threads: 2 };
  for (let at = from; at < to; at += CHUNK) {
    const source = rows(at, Math.min(CHUNK, to - at));
    await clickhouse.command(
      `INSERT INTO events (uuid, event, properties_text, timestamp, team_id, distinct_id, created_at, person_id, person_created_at, person_properties)
       SELECT reinterpretAsUUID(sipHash128(n)), ${EVENT}, ${PROPERTIES}, at, 1, concat('user-', toString(u)), at, ${personId('u')}, at, ${PERSON_PROPERTIES}
       FROM (${source})`,
      { settings },
    );
    if (!hasTwin) continue;
    await clickhouse.command(
      `INSERT INTO events_as_text
       SELECT reinterpretAsUUID(sipHash128(n)), ${EVENT}, ${PROPERTIES}, at, 1, concat('user-', toString(u)), ${personId('u')}, ${PERSON_PROPERTIES}
       FROM (${source})`,
      { settings },
    );
  }
}

/** Stores the persons of the events, of whom some were merged into others. */
export async function seedPersons(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.command(
    `INSERT INTO person (id, team_id, created_at, properties_text, is_identified, version)
     SELECT ${personId('u')}, 1, now(), ${PERSON_PROPERTIES}, true, 0 FROM (SELECT number AS u FROM numbers(${PERSONS}))`,
  );
  for (const table of ['person_distinct_id', 'person_distinct_id_overrides']) {
    const users = table === 'person_distinct_id' ? PERSONS : MERGED;
    await clickhouse.command(
      `INSERT INTO ${table} (team_id, distinct_id, person_id, version)
       SELECT 1, concat('user-', toString(number)), ${personId(`if(number < ${MERGED}, number + ${MERGED}, number)`)}, 1 FROM numbers(${users})`,
    );
  }
}

/** Merges all parts, so that every run reads the same parts. */
export async function mergeParts(clickhouse: ClickHouse, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await clickhouse.command(`OPTIMIZE TABLE ${table} FINAL`, {
      settings: { max_execution_time: 0 },
    });
  }
}
