import fc from 'fast-check';
import { Fingerprints, hashText } from './fingerprints';
import { createTriedEvents } from './tried-events';

const CLAIM = 1_000_000;

function eventOf(keyText: string, earliest: number | undefined = CLAIM, partition = 1) {
  return { keyText, record: { partition }, event: { entry: { earliest_copy: earliest } } };
}

function open(limits = {}) {
  const clock = { now: 500_000 };
  const tried = createTriedEvents(() => clock.now, limits);
  clock.now = CLAIM;
  tried.claimed([1]);
  return { clock, tried };
}

it('an event from after the claim that was not tried is not stored', () => {
  const { tried } = open();
  expect(tried.mayBeStored(eventOf('new'))).toBe(false);
  tried.add([eventOf('tried')]);
  expect(tried.mayBeStored(eventOf('tried'))).toBe(true);
  expect(tried.mayBeStored(eventOf('new'))).toBe(false);
});

it('an event from before the claim, of an unknown time or of another partition may be stored', () => {
  const { tried } = open();
  expect(tried.mayBeStored(eventOf('early', CLAIM - 1))).toBe(true);
  const unknown = { ...eventOf('unknown'), event: { entry: {} } };
  expect(tried.mayBeStored(unknown)).toBe(true);
  expect(tried.mayBeStored(eventOf('elsewhere', CLAIM, 2))).toBe(true);
});

it('a second claim starts again: another worker had the partition in between', () => {
  const { clock, tried } = open();
  clock.now = CLAIM + 10;
  tried.claimed([1]);
  expect(tried.mayBeStored(eventOf('a', CLAIM + 9))).toBe(true);
  expect(tried.mayBeStored(eventOf('a', CLAIM + 10))).toBe(false);
});

it('events that were forgotten may be stored', () => {
  const { clock, tried } = open({ firstPlaces: 64, maxPlaces: 64 });
  const key = (number: number): string => `event ${number}`;
  for (let number = 0; number < 1_000; number += 1) {
    clock.now = CLAIM + number;
    const event = eventOf(key(number), clock.now);
    tried.add([event]);
    for (let earlier = 0; earlier <= number; earlier += 1) {
      if (!tried.mayBeStored(eventOf(key(earlier), CLAIM + earlier))) {
        throw new Error(`event ${earlier} was forgotten after ${number}`);
      }
    }
  }
  expect(tried.mayBeStored(eventOf('new', clock.now))).toBe(false);
});

it('finds every text that was added, and hardly any others', () => {
  const texts = new Fingerprints(1_024);
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (!texts.isFull) {
        texts.add(hashText(text));
        seen.add(text);
      }
      for (const known of seen) expect(texts.has(hashText(known))).toBe(true);
    }),
  );
  const large = new Fingerprints(2 ** 16);
  const add = (number: number) => large.add(hashText(`uuid-${number}`));
  for (let number = 0; !large.isFull; number += 1) add(number);
  const others = Array.from({ length: 100_000 }, (_, number) => hashText(`other-${number}`));
  expect(others.filter((hash) => large.has(hash)).length).toBeLessThan(5);
});
