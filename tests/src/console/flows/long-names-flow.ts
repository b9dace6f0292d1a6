import { waitUntil } from '@tidemark/testing';
import type { FlowSite } from './people-flow';

/** Names as visitors and users may send them: without a place to break, from right to left, of combined characters. */
const NAMES = ['Unterbrechungslos'.repeat(11), 'مرحبابالعالم'.repeat(15), '👩‍👩‍👧‍👦'.repeat(17)] as const;

/** Creates things with the name, and returns the addresses of the pages that show it. */
async function addressesOf({ api, send }: FlowSite, name: string): Promise<readonly string[]> {
  const made = async <T>(path: string, body: object): Promise<T> => {
    const { status, body: result } = await api.post(`/api/projects/1/${path}/`, body);
    expect([path, status]).toEqual([path, 201]);
    return result as T;
  };
  const properties = { [name]: name, $set: { name } };
  await send([{ event: name, distinct_id: name, properties }]);
  await waitUntil(async () => {
    const rows = await api.hogql(1, `select count() from events where event = '${name}'`);
    expect(rows).toEqual([[1]]);
  });
  const tags = [name.slice(0, 99)];
  const steps = [{ event: name, url: name, text: name, selector: `#${name}` }];
  const action = await made<{ id: number }>('actions', { name, description: name, tags, steps });
  const series = [{ kind: 'EventsNode', event: name, name }];
  const insight = await made<{ id: number; short_id: string }>('insights', {
    name,
    description: name,
    tags,
    query: { kind: 'InsightVizNode', source: { kind: 'TrendsQuery', series } },
  });
  const board = await made<{ id: number }>('dashboards', { name, description: name, tags });
  await api.patch(`/api/projects/1/insights/${insight.id}/`, { dashboards: [board.id] });
  const key = `key-${'x'.repeat(170)}-${action.id}`;
  const experiment = await made<{ id: number; feature_flag: { id: number } }>('experiments', {
    name,
    description: name,
    feature_flag_key: key,
  });
  return [
    `person/${encodeURIComponent(name)}`,
    `data-management/actions/${action.id}`,
    `insights/${insight.short_id}`,
    `dashboard/${board.id}`,
    `experiments/${experiment.id}`,
    `feature_flags/${experiment.feature_flag.id}`,
  ];
}

/** No long name makes a page wider than a phone. */
export async function fitsLongNames(site: FlowSite): Promise<void> {
  const { page } = site.visit;
  const lists = ['activity', 'data-management/actions', 'data-management/events', 'experiments'];
  const addresses = [...lists];
  for (const name of NAMES) addresses.push(...(await addressesOf(site, name)));
  const overflows: unknown[] = [];
  await page.setViewportSize({ width: 390, height: 844 });
  for (const address of addresses) {
    await page.goto(`/project/1/${address}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const widths = await page.evaluate<number[]>(
      `[document.documentElement, document.querySelector('#content')].map((part) => part.scrollWidth)`,
    );
    if (widths.some((width) => width > 390)) overflows.push([address, widths]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(overflows).toEqual([]);
}
