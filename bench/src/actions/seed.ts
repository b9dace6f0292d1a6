import type { ClickHouse } from '@tidemark/clickhouse';
import type { Database } from '@tidemark/postgres';

const CHUNK = 250_000;
const DAYS = 90;
const INSERTED_AT_ONCE = 1_000;

/** A click on one of 200 buttons, links and spans, eight elements deep, as posthog-js writes it; about 1 KB. */
const CHAIN = `concat(
  ['button','a','span','div'][1 + h % 4], '.btn.btn-', ['primary','secondary','ghost','danger'][1 + intDiv(h, 4) % 4],
  '.px-4:attr__class="px-4 btn btn-', ['primary','secondary','ghost','danger'][1 + intDiv(h, 4) % 4],
  '"attr__data-attr="save-', toString(intDiv(h, 16) % 200),
  '"attr__href="/page/', toString(h % 97), '"attr__id="b', toString(intDiv(h, 16) % 500),
  '"attr_id="b', toString(intDiv(h, 16) % 500), '"href="/page/', toString(h % 97),
  '"nth-child="', toString(1 + h % 7), '"nth-of-type="1"text="Save item ', toString(h % 300),
  '";div.actions.flex:attr__class="flex actions"nth-child="3"nth-of-type="2',
  '";form.settings.wide:attr__class="wide settings"attr__id="settings"attr_id="settings"nth-child="1"nth-of-type="1',
  '";div.card.shadow-md:attr__class="card shadow-md"attr__style="width: 320px; color: red"nth-child="', toString(1 + h % 5), '"nth-of-type="1',
  '";section.', ['hero','list','detail'][1 + h % 3], ':attr__class="', ['hero','list','detail'][1 + h % 3], '"nth-child="2"nth-of-type="1',
  '";main.container.mx-auto:attr__class="container mx-auto"nth-child="2"nth-of-type="1',
  '";div.app:attr__class="app"attr__id="app"attr_id="app"nth-child="1"nth-of-type="1',
  '";body:attr__class="theme-dark"nth-child="2"nth-of-type="1"')`;

/** Fills `events` of project 1 with autocaptured clicks, inside the engine. */
export async function seedClicks(clickhouse: ClickHouse, count: number): Promise<void> {
  for (let from = 0; from < count; from += CHUNK) {
    await clickhouse.command(
      `INSERT INTO events (uuid, event, properties_text, timestamp, team_id, distinct_id, created_at, person_id, person_created_at, person_properties, elements_chain)
       SELECT reinterpretAsUUID(sipHash128(n)), '$autocapture', concat('{"$event_type":"click","$current_url":"https://example.com/page/', toString(h % 500), '"}'),
         at, 1, concat('user-', toString(h % 200000)), at, reinterpretAsUUID(sipHash128(h % 200000)), at, '{}', ${CHAIN}
       FROM (SELECT number + ${from} AS n, cityHash64(n) AS h,
         toDateTime64(now() - toIntervalSecond(cityHash64(n, 3) % ${DAYS * 86_400}), 6, 'UTC') AS at
         FROM numbers_mt(${Math.min(CHUNK, count - from)}))`,
      { settings: { max_execution_time: 0, max_insert_threads: 2 } },
    );
  }
  await clickhouse.command('OPTIMIZE TABLE events FINAL', { settings: { max_execution_time: 0 } });
}

/** As the api stores steps: with all their keys. */
const STEP = {
  event: '$pageview',
  properties: null,
  selector: null,
  tag_name: null,
  text: null,
  text_matching: null,
  href: null,
  href_matching: null,
  url: '/pricing',
  url_matching: 'contains',
};

/** Gives project 1 actions. */
export async function seedActions({ db }: Database, count: number): Promise<void> {
  const steps = JSON.stringify([STEP]);
  for (let from = 0; from < count; from += INSERTED_AT_ONCE) {
    const rows = Array.from({ length: Math.min(INSERTED_AT_ONCE, count - from) }, (_, i) => ({
      project_id: 1,
      name: `Action ${from + i}`,
      tags: [`tag ${i % 20}`],
      steps,
      created_by_id: 1,
    }));
    await db.insertInto('actions').values(rows).execute();
  }
}
