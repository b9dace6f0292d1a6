import fc from 'fast-check';
import { BodyBudgetError, charge, createBodyBudget } from './body-budget';

describe('createBodyBudget', () => {
  it('rejects bytes over the budget without reserving them, and reuses released bytes', () => {
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

  it('keeps the reserve free for requests that do not have to leave one', () => {
    const budget = createBodyBudget(100);
    expect(budget.hold(20).take(81, 'sent')).toBe(false);
    expect(budget.hold(20).take(80, 'sent')).toBe(true);
    expect(budget.hold().take(20, 'sent')).toBe(true);
  });

  it('never reserves more than its bound and is empty after all releases', () => {
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
