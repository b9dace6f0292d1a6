import fc from 'fast-check';
import type { FlagDetails } from '@tidemark/flag-engine';
import { steps, subjects } from '../test-support/changing-flags';
import { openFlagWorld } from '../test-support/flag-world';

/** What a page can see: the flags that are on, with variants and payloads. */
function seenOf(flags: Readonly<Record<string, FlagDetails>> | null): readonly unknown[] {
  return Object.values(flags ?? {})
    .filter(({ enabled }) => enabled)
    .map(({ key, variant, metadata }) => JSON.stringify([key, variant, metadata.payload]))
    .toSorted();
}

/**
 * Changes flags, cohorts, stored data, the clock and the connections of two pages at random. The flags that a page
 * builds from events must equal those of a complete evaluation.
 */
it('gives pages the flags of a complete evaluation after random changes', async () => {
  const sent = { flags: 0, flag_changes: 0 };
  await fc.assert(
    fc.asyncProperty(
      subjects,
      fc.array(steps, { maxLength: 16, size: 'max' }),
      async (subject, rounds) => {
        const world = openFlagWorld(subject);
        try {
          for (const round of [[], ...rounds]) {
            for (const step of round) world.apply(step);
            await world.announce();
            const complete = await world.complete();
            world.pages.forEach((page, index) => {
              const events = page.takeEvents();
              // After an event, versions, reasons and flags that are off are up to date as well.
              if (events.length > 0) expect(page.flags).toEqual(complete);
              // Without an event, what a page can see is up to date.
              if (page.isReady && world.isKnown())
                expect(seenOf(page.flags)).toEqual(seenOf(complete));
              if (index === 0) for (const name of events) sent[name as keyof typeof sent]++;
              else expect(events).not.toContain('flag_changes');
            });
          }
        } finally {
          world.close();
        }
      },
    ),
    { numRuns: 250 },
  );
  expect(sent.flags).toBeGreaterThan(200);
  expect(sent.flag_changes).toBeGreaterThan(200);
});
