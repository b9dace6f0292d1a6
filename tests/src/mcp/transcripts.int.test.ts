import type { ShopProject } from '../test-support/shop-project';
import { shopProject } from '../test-support/shop-project';
import type { Agent, ToolResult } from './agent';
import { httpAgent } from './agent';
import { flagTranscripts } from './transcripts/flags';
import { peopleTranscripts } from './transcripts/people';
import { queryTranscripts } from './transcripts/queries';
import { savedTranscripts } from './transcripts/saved';
import { schemaTranscripts } from './transcripts/schema';

const transcripts = [
  ...schemaTranscripts,
  ...queryTranscripts,
  ...peopleTranscripts,
  ...flagTranscripts,
  ...savedTranscripts,
];

/** Tasks of analysts and engineers, as sequences of tool calls in the sample shop. */
let shop: ShopProject;
let agent: Agent;

beforeAll(async () => {
  shop = await shopProject('Agents');
  agent = await httpAgent({ url: shop.url, key: shop.personalApiKey, projectId: shop.projectId });
});
afterAll(() => agent.close());

it('there are 20 tasks, which use most tools', async () => {
  expect(transcripts).toHaveLength(20);
  const used = new Set(transcripts.flatMap(({ steps }) => steps.map(({ tool }) => tool)));
  const unused = (await agent.tools()).filter((tool) => !used.has(tool));
  expect(unused.sort()).toEqual([
    ...['draft_hogql', 'experiment_results', 'list_dashboards', 'list_insights'],
  ]);
});

it.each(transcripts.map(({ task, steps }) => [task, steps] as const))(
  '%s',
  async (_task, steps) => {
    const before: ToolResult[] = [];
    for (const { tool, input, check } of steps) {
      const result = await agent.call(tool, input(shop, before));
      await check(result, shop, before);
      // The result must fit into the context of a model.
      expect(result.text.length).toBeLessThan(26_000);
      before.push(result);
    }
  },
);
