import type { DueDestination } from '@tidemark/postgres';
import { createDueDestinations } from './due-destinations';

it('reads one page after another and begins again after the last one', async () => {
  const all = ['a', 'b', 'c', 'd', 'e'];
  const due = createDueDestinations(
    {
      listDue: (limit, after) =>
        Promise.resolve(
          all
            .filter((id) => after === null || id > after)
            .slice(0, limit)
            .reverse()
            .map((destinationId): DueDestination => ({
              destinationId,
              isFailing: false,
              isSlow: false,
            })),
        ),
    },
    2,
  );
  const pages: string[] = [];
  for (let page = 0; page < 4; page += 1) {
    pages.push((await due()).map(({ destinationId }) => destinationId).join(''));
  }
  expect(pages).toEqual(['ba', 'dc', 'e', 'ba']);
});
