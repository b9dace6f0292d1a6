import fc from 'fast-check';
import { BodyBudgetError, charge, createBodyBudget } from './body-budget';

describe('createBodyBudget', () => {
  it('rejects what is over it, taking nothing, and takes again what was given back', () => {
    const budget = createBodyBudget(100);
    const [a, b] = [budget.hold(), budget.hold()];
    expect([a.take(60, 'sent'), b.take(41, 'sent'), b.take(40, 'sent')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(() => charge(b, 1)).toThrow(BodyBudgetError);
    a.release();
    a.release();
    expect(budget.inFlight()).toBe(40);
    expect(b.take(60, 'sent')).toBe(true);
  });

  it('leaves a reserve to those who need none', () => {
    const budget = createBodyBudget(100);
    expect(budget.hold(20).take(81, 'sent')).toBe(false);
    expect(budget.hold(20).take(80, 'sent')).toBe(true);
    expect(budget.hold().take(20, 'sent')).toBe(true);
  });

  it('never holds more than its bound and ends empty', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(60))), (takes) => {
        const budget = createBodyBudget(100);
        const holds = Array.from({ length: 6 }, () => budget.hold());
        for (const [index, bytes] of takes) {
          if (holds[index]?.take(bytes, 'sent') === false) holds[index].release();
          expect(budget.inFlight()).toBeLessThanOrEqual(100);
        }
        holds.forEach((hold) => hold.release());
        expect(budget.inFlight()).toBe(0);
      }),
    );
  });
});
