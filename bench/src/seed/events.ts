import type { ClickHouse } from '@tidemark/clickhouse';

/** Fills `events` of project 1 inside the engine: 90 days, 20,000 persons, a handful of properties. */
export async function seedEvents(clickhouse: ClickHouse, count: number): Promise<void> {
  await clickhouse.command(`
    INSERT INTO events (uuid, event, properties_text, timestamp, team_id, distinct_id, created_at, person_id, person_created_at, person_properties)
    SELECT
      generateUUIDv4(),
      ['$pageview', 'sign up', 'purchase', '$autocapture'][1 + number % 4],
      concat('{"$browser":"', ['Chrome', 'Firefox', 'Safari'][1 + cityHash64(number) % 3],
        '","$current_url":"https://example.com/', toString(number % 500),
        '","amount":', toString(number % 1000), '}'),
      now() - INTERVAL (number % 7776000) SECOND,
      1,
      concat('user-', toString(number % 20000)),
      now(),
      reinterpretAsUUID(sipHash128(number % 20000)),
      now(),
      '{}'
    FROM numbers(${count})`);
}
