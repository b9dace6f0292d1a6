import { elementsChain, matchesSteps, parseElementsChain } from '@tidemark/domain';
import fc from 'fast-check';
import { selectorPattern } from './selector-pattern';
import { selector, sentEvent } from '../actions/test-support/action-arbitraries';

/** The pattern that SDKs run in a browser matches what the server matches. */
it('agrees with the predicate on random chains and selectors', () => {
  let matched = 0;
  fc.assert(
    fc.property(selector, fc.array(sentEvent, { minLength: 20, maxLength: 20 }), (text, events) => {
      const pattern = new RegExp(selectorPattern(text) ?? '(?!)', 's');
      for (const { elements } of events) {
        const chain = elementsChain({ $elements: elements });
        const found = pattern.test(chain);
        const step = { event: '$autocapture', selector: text };
        const event = { event: step.event, properties: {}, elements: parseElementsChain(chain) };
        expect({ text, chain, found }).toEqual({
          text,
          chain,
          found: matchesSteps([step], event),
        });
        if (found) matched += 1;
      }
    }),
    { numRuns: 400 },
  );
  // If everything or nothing matched, the test would prove nothing.
  expect(matched).toBeGreaterThan(500);
  expect(matched).toBeLessThan(6_000);
});
