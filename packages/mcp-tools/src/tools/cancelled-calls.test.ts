import { createClient } from '@tidemark/client';
import { allTools } from '.';

const flag = {
  ...{ id: 1, key: 'f', name: '', active: true, version: 1, tags: [], status: 'ACTIVE' },
  ...{ last_called_at: null, has_experiment: false },
  filters: { groups: [{ properties: [], rollout_percentage: 10 }] },
};

/** A server that answers lists of flags, and never anything else. */
function clientOf(hasFlag: boolean, onWait: () => void) {
  return createClient({
    ...{ host: 'http://host', apiKey: 'phx_1', projectId: 1 },
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/feature_flags/')) {
        const results = hasFlag ? [flag] : [];
        return Promise.resolve(new Response(JSON.stringify({ results, next: null })));
      }
      return new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
        onWait();
      });
    },
  });
}

it.each([
  ['create_flag', { key: 'f' }, false],
  ['change_flag', { key: 'f', rollout_percentage: 50 }, true],
  ['delete_flag', { key: 'f' }, true],
  ['get_flag', { key: 'f' }, true],
  ['explain_flag', { key: 'f', distinct_id: 'ann' }, true],
])('a cancelled call of %s ends its request', async (name, input, hasFlag) => {
  const controller = new AbortController();
  const client = clientOf(hasFlag, () => controller.abort('the user left'));
  const tool = allTools.find((one) => one.name === name)!;
  const context = { signal: controller.signal, ask: null, confirmations: { codeOf: () => 'code' } };
  await expect(tool.run(input, { client, ...context })).rejects.toBe('the user left');
});
