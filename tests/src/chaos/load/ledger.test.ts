import { createLedger } from './ledger';
import type { ScriptedEvent } from './script';
import { personlessEvent, visitorsEvent } from './script';

const COMPANY = 5;
const LIFE = 40;

describe('the model of a run', () => {
  const life = Array.from({ length: LIFE }, (_, n) => visitorsEvent('r', 0, n));

  it('expects one person for both ids of an identified visitor, with the last value set under each id', () => {
    const ledger = createLedger();
    ledger.begun(life);
    ledger.acknowledged(life);
    const expected = ledger.expected();
    expect(expected.size).toBe(2 * COMPANY);
    const together = ['r-person-anonymous-0-3', 'r-person-user-0-3'];
    const set = new Map([
      ['early', 2 * COMPANY + 3],
      ['late', 7 * COMPANY + 3],
    ]);
    expect(expected.get('r-person-user-0-3')).toEqual({ together, set });
    expect(expected.get('r-person-anonymous-0-3')).toEqual({ together, set });
  });

  it('does not expect events that were not acknowledged', () => {
    const ledger = createLedger();
    ledger.begun(life);
    ledger.acknowledged(life.slice(0, COMPANY));
    expect(ledger.sentUuids.size).toBe(LIFE);
    expect(ledger.acknowledgedUuids.size).toBe(COMPANY);
    expect([...ledger.expected().keys()]).toEqual(
      life.slice(0, COMPANY).map(({ sent }) => sent.distinct_id),
    );
  });

  it('expects no person for an event without person processing', () => {
    const ledger = createLedger();
    const event: ScriptedEvent = personlessEvent('r', 0, 1);
    ledger.acknowledged([event]);
    expect(ledger.expected().size).toBe(0);
    expect(ledger.acknowledgedUuids).toEqual(new Set([event.sent.uuid]));
  });
});
