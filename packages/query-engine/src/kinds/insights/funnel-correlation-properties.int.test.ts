import { personId } from './test-support/insight-fixture';
import { correlationOf, short, story, correlationScene } from './test-support/correlation-scene';

const { fixture, project, correlate, people } = correlationScene();

it('correlates properties of events, and lists who had them', async () => {
  await fixture().events(
    project(),
    story().map((event) => ({
      ...event,
      properties: event.event === 'helped' ? { plan: 'pro', size: 5, secret: 'x', none: null } : {},
    })),
  );
  const asked = {
    funnelCorrelationType: 'event_with_properties',
    funnelCorrelationEventNames: ['helped'],
    funnelCorrelationEventExcludePropertyNames: ['secret'],
  };
  const { events } = await correlate(asked);
  expect(short(events)).toEqual([
    ['helped::plan::pro', 5, 0, 11, 'success'],
    ['helped::size::5', 5, 0, 11, 'success'],
  ]);
  const count = await people({
    kind: 'FunnelCorrelationActorsQuery',
    source: correlationOf(asked),
    funnelCorrelationPersonConverted: true,
    funnelCorrelationPersonEntity: {
      kind: 'EventsNode',
      event: 'helped',
      properties: [{ key: 'plan', type: 'event', operator: 'exact', value: 'pro' }],
    },
  });
  expect(count).toBe(5);
});

it('distinguishes autocaptured events by what was clicked', async () => {
  await fixture().events(
    project(),
    story().map((event) =>
      event.event === 'helped'
        ? {
            ...event,
            event: '$autocapture',
            properties: { $event_type: 'click' },
            elementsChain: 'a.small:href="/x"text="Go"nth-child="1"nth-of-type="2"',
          }
        : event,
    ),
  );
  const { events } = await correlate({
    funnelCorrelationType: 'event_with_properties',
    funnelCorrelationEventNames: ['$autocapture'],
  });
  expect(events).toEqual([
    {
      event: {
        event:
          '$autocapture::elements_chain::click__~~__a.small:href="/x"text="Go"nth-child="1"nth-of-type="2"',
        properties: { $event_type: 'click' },
        elements: [expect.objectContaining({ tag_name: 'a', href: '/x', text: 'Go' })],
      },
      success_count: 5,
      failure_count: 0,
      odds_ratio: 11,
      correlation_type: 'success',
    },
  ]);
});

describe('of properties of actors', () => {
  const person = (who: string, properties: object) => ({
    team_id: project(),
    id: personId(who),
    created_at: '2020-01-01 00:00:00',
    properties_text: JSON.stringify(properties),
    is_identified: 1,
    version: 1,
  });

  it('correlates those of persons', async () => {
    await fixture().events(project(), story());
    const numbers = Array.from({ length: 10 }, (_, index) => index);
    await fixture().clickhouse.insertJsonEachRow(
      'person',
      numbers.flatMap((index) => [
        person(`s${index}`, { browser: 'Positive', size: 5 }),
        person(`f${index}`, index < 8 ? { browser: 'Negative' } : {}),
      ]),
    );
    const asked = {
      funnelCorrelationType: 'properties',
      funnelCorrelationNames: ['browser'],
    };
    const { events } = await correlate(asked);
    expect(short(events)).toEqual([
      ['browser::Positive', 10, 0, 121, 'success'],
      ['browser::Negative', 0, 8, (1 * 3) / (11 * 9), 'failure'],
      ['browser::', 0, 2, (1 * 9) / (11 * 3), 'failure'],
    ]);
    const all = await correlate({
      funnelCorrelationType: 'properties',
      funnelCorrelationNames: ['$all'],
      funnelCorrelationExcludeNames: ['browser'],
    });
    expect(short(all.events)).toEqual([['size::5', 10, 0, 121, 'success']]);
    const behind = (value: string, funnelCorrelationPersonConverted: boolean) =>
      people({
        kind: 'FunnelCorrelationActorsQuery',
        source: correlationOf(asked),
        funnelCorrelationPersonConverted,
        funnelCorrelationPropertyValues: [
          { key: 'browser', type: 'person', operator: 'exact', value },
        ],
      });
    expect(await behind('Positive', true)).toBe(10);
    expect(await behind('Positive', false)).toBe(0);
    expect(await behind('Negative', false)).toBe(8);
    expect(await behind('', false)).toBe(2);
  });

  it('correlates those of groups', async () => {
    await fixture().events(
      project(),
      story().map((event) => ({ ...event, group0: `org:${event.who}` })),
    );
    await fixture().clickhouse.insertJsonEachRow(
      'groups',
      ['s1', 's2', 's3'].map((who) => ({
        team_id: project(),
        group_type_index: 0,
        group_key: `org:${who}`,
        created_at: '2020-01-01 00:00:00',
        version: 1,
        group_properties_text: JSON.stringify({ industry: 'finance' }),
      })),
    );
    const { events } = await correlate(
      { funnelCorrelationType: 'properties', funnelCorrelationNames: ['industry'] },
      { aggregation_group_type_index: 0 },
    );
    expect(short(events)).toEqual([
      ['industry::finance', 3, 0, (4 * 11) / (8 * 1), 'success'],
      ['industry::', 7, 10, (8 * 1) / (4 * 11), 'failure'],
    ]);
  });
});

it('rejects properties of what an expression names', async () => {
  const asked = { funnelCorrelationType: 'properties', funnelCorrelationNames: ['x'] };
  const funnelsFilter = { funnelAggregateByHogQL: 'properties.$session_id' };
  await expect(correlate(asked, { funnelsFilter })).rejects.toMatchObject({ status: 400 });
});
