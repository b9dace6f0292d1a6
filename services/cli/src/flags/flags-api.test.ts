import type { FlagReference } from '@tidemark/contracts';
import { limited } from './flags-api';

const at = (key: string, line: number, kind: FlagReference['kind'] = 'text'): FlagReference => ({
  ...{ key, kind, line },
  path: 'a.ts',
});

it('keeps references of every flag, calls first, where there are too many', () => {
  const common = Array.from({ length: 30 }, (_, line) => at('beta', line + 1));
  const references = [...common, at('beta', 31, 'call'), at('rare', 32), at('rare', 33, 'call')];
  expect(limited(references, 33)).toBe(references);
  const kept = limited(references, 10);
  expect(kept.filter(({ key }) => key === 'rare')).toEqual([
    at('rare', 33, 'call'),
    at('rare', 32),
  ]);
  expect(kept.filter(({ key }) => key === 'beta')).toEqual([
    at('beta', 31, 'call'),
    ...common.slice(0, 7),
  ]);
});
