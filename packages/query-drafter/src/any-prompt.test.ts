import fc from 'fast-check';
import { draftQuery } from './draft-query';
import { compile } from './test-support/compile';

const NOW = new Date('2026-03-10T12:00:00Z');
const oneOf = (texts: string) => fc.constantFrom(...texts.split('|'));
const maybe = (texts: string) => fc.oneof(fc.constant(''), oneOf(texts));

const TAXONOMY = {
  events: ['signup', 'purchase', 'Video Played', 'report-exported', "it's \\ done", 'a % b'],
  eventProperties: [
    'plan',
    'amount',
    'order value',
    "it's",
    'back`tick',
    '100%',
    'total',
    'select',
  ],
  personProperties: ['company size', 'email', '日本'],
};

const structured = fc
  .tuple(
    maybe(
      'how many|number of|show me|average amount of|median amount for|unique users of|p95 of order value for|sum of amount of',
    ),
    oneOf(
      'pageviews|signups|purchases|video plays|report exported|events|sessions|users who did signup then purchase|users who did signup but not purchase|conversion from signup to purchase|latest 5 purchases|top 5 pages',
    ),
    maybe(
      'on mobile|from Germany|where plan is pro|where amount > 5|excluding Chrome|where email contains "@x.y"|with plan pro|where total is 3|where it\'s not set',
    ),
    maybe('per day|weekly|over time|per hour'),
    maybe(
      'by browser|per country|by company size|by plan and country|by total|by select|by user|by nonsense|by 日本|by hour of day',
    ),
    maybe(
      'last 30 days|yesterday|this month|in march|since 2026-01-01|between 2026-01-01 and 2026-02-01|all time|last 24 hours',
    ),
    maybe('compared to previous period|vs last week'),
  )
  .map((parts) => parts.filter(Boolean).join(' '));

const SPICE =
  '\' " ` ; -- /* */ \\ % _ ¦ ⇒ ⊘ ( ) { } ${} {filters} by per where is then but not top last 30 days from to and in ' +
  'average p90 conversion users who did signup NULL DROP TABLE union select 0x00 2026-99-99 9999999999999999999';
const spiced = fc
  .array(
    fc.oneof(oneOf(SPICE.replaceAll(' ', '|')), fc.string({ unit: 'grapheme', maxLength: 8 })),
    {
      maxLength: 25,
    },
  )
  .map((words) => words.join(' '));

function check(prompt: string, taxonomy = TAXONOMY): void {
  const drafted = draftQuery(prompt, taxonomy, NOW);
  if (drafted.outcome === 'unclear') expect(drafted.reason).not.toBe('');
  else expect(() => compile(drafted.sql)).not.toThrow();
}

it('drafts statements that compile for hundreds of questions', () => {
  fc.assert(
    fc.property(structured, (prompt) => {
      const drafted = draftQuery(prompt, TAXONOMY, NOW);
      expect(drafted.outcome).toBe('drafted');
      check(prompt);
    }),
    { numRuns: 800 },
  );
});

it('drafts a statement that compiles for any text, or gives the reason why the text is unclear', () => {
  fc.assert(
    fc.property(fc.oneof(spiced, fc.string({ maxLength: 400 })), (text) => check(text)),
    {
      numRuns: 600,
    },
  );
});

it('drafts statements that compile for any names of events and properties', () => {
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
  const names = fc.array(name, { maxLength: 5 });
  fc.assert(
    fc.property(names, names, names, (events, eventProperties, personProperties) => {
      const taxonomy = { events, eventProperties, personProperties };
      for (const event of events) check(`users who did "${event}" then purchase`, taxonomy);
      for (const property of [...eventProperties, ...personProperties]) {
        check(`pageviews by ${property} where ${property} is ${property}`, taxonomy);
      }
    }),
    { numRuns: 150 },
  );
});

it('drafts the same statement for the same question', () => {
  fc.assert(
    fc.property(structured, (prompt) => {
      expect(draftQuery(prompt, TAXONOMY, NOW)).toEqual(draftQuery(prompt, TAXONOMY, NOW));
    }),
    { numRuns: 50 },
  );
});

it('drafts very long prompts quickly', () => {
  const long = 'from '.repeat(2_000) + 'by '.repeat(2_000) + 'users who '.repeat(2_000);
  expect(draftQuery(long, TAXONOMY, NOW).outcome).toBe('unclear');
});
