import { funnelsQuerySchema } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import type { InsightContext } from '../../../insight/context';
import { planFunnels } from '../../plan-funnels';

const CONTEXT: InsightContext = {
  now: new Date('2020-01-20T12:00:00Z'),
  timezone: 'UTC',
  weekStartDay: 0,
  earliest: null,
  testAccountFilters: [],
  pathCleaning: [],
  actionNames: new Map(),
  actionEvents: new Map(),
  cohortNames: new Map(),
};

function depthOf(statement: Statement): number {
  if (statement.type !== 'SelectQuery') return 1;
  const table = statement.selectFrom?.table;
  return table?.type === 'SelectQuery' ? 1 + depthOf(table) : 1;
}

const step = (index: number, isSame: boolean, more: object = {}) => ({
  kind: 'EventsNode',
  event: isSame ? 'a' : `a${index}`,
  ...more,
});
const without = {
  exclusions: [{ kind: 'EventsNode', event: 'x', funnelFromStep: 0, funnelToStep: 29 }],
};

/** The engine accepts SELECTs of this depth, and so do all funnels of thirty steps. */
it.each([
  ['different steps', false, {}, {}],
  ['the same step', true, {}, {}],
  ['the same step with exclusions', true, without, {}],
  ['steps with exclusions', false, without, {}],
  ['optional steps', true, {}, { optionalInFunnel: true }],
])('thirty times %s are a statement that the engine can read', (_, isSame, filter, more) => {
  for (const funnelOrderType of ['ordered', 'strict']) {
    const series = Array.from({ length: 30 }, (__, index) =>
      step(index, isSame, index > 0 && index < 29 ? more : {}),
    );
    // An optional step must not match the events of the next one.
    const last = { ...series[29], properties: [{ type: 'event', key: 'v', value: '1' }] };
    const query = funnelsQuerySchema.parse({
      kind: 'FunnelsQuery',
      series: [...series.slice(0, 29), last],
      funnelsFilter: { funnelOrderType, ...filter },
    });
    const [statement] = planFunnels(query, CONTEXT).statements;
    expect(statement === undefined ? 0 : depthOf(statement)).toBeLessThanOrEqual(100);
  }
});
