import type { Breakdown } from '@tidemark/testing';
import * as fc from 'fast-check';
import { EXPRESSIONS } from './random-world';

const plain: fc.Arbitrary<Exclude<Breakdown, string>> = fc.constantFrom(
  { property: 'browser', type: 'event' },
  { property: 'os', type: 'event' },
  { property: 'number', type: 'event' },
  { property: 'flag', type: 'event' },
  { property: 'tags', type: 'event' },
  { property: 'a.b', type: 'event' },
  { property: '$current_url', type: 'event', normalize_url: true },
  { property: 'plan', type: 'person' },
  { property: 'age', type: 'person' },
  { property: 'size', type: 'group', group_type_index: 0 },
  { property: '$entry_current_url', type: 'session' },
  { property: '$pageview_count', type: 'session' },
  { property: 'event', type: 'event_metadata' },
  ...Object.keys(EXPRESSIONS).map((property) => ({ property, type: 'hogql' })),
);

const bins: fc.Arbitrary<Exclude<Breakdown, string>> = fc
  .tuple(
    fc.constantFrom(
      { property: 'number', type: 'event' },
      { property: 'age', type: 'person' },
      { property: '$session_duration', type: 'session' },
    ),
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([breakdown, histogram_bin_count]) => ({ ...breakdown, histogram_bin_count }));

/** One property of any owner. */
export const someBreakdown = plain;

/** Up to three properties, some of them in bins. */
export const someBreakdowns = fc.array(fc.oneof({ weight: 4, arbitrary: plain }, bins), {
  minLength: 1,
  maxLength: 3,
});
