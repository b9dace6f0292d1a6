import { createApiClient } from '../test-support/api-client';
import { FAULTS, findFault } from './faults/faults';
import type { Ledger } from './load/ledger';
import { isRight, reconcile } from './reconcile';
import { runRound } from './round';
import type { Chaos } from './start-chaos';
import { startChaos } from './start-chaos';

const LATEST_FAULT_MS = 500;

/** `npm run chaos` runs the long form of this test. */
describe('a fault during ingestion', () => {
  let chaos: Chaos;
  const ledgers = new Map<string, Ledger>();

  beforeAll(async () => {
    chaos = await startChaos();
  });
  afterAll(() => chaos.stop());

  it.each(FAULTS)(
    '(%s) neither loses nor duplicates events, and persons are correct',
    async (name) => {
      const fault = findFault(name, chaos);
      const run = `round${ledgers.size}`;
      const result = await runRound(chaos, fault, run, Math.random() * LATEST_FAULT_MS);
      ledgers.set(run, result.ledger);
      expect(result.ledger.acknowledgedUuids.size).toBeGreaterThan(100);
      expect(result.found).toEqual({
        lost: [],
        doubled: [],
        unknown: [],
        wrongIdentities: [],
        surplusPersons: [0, 0],
      });
      expect(result.deadLetters).toBe(0);
    },
    300_000,
  );

  it('does not break the results of earlier rounds', async () => {
    const { product } = chaos.running();
    const api = createApiClient(product.url, product.personalApiKey);
    for (const [run, ledger] of ledgers) {
      expect(isRight(await reconcile(api, run, ledger))).toBe(true);
    }
    expect(ledgers.size).toBe(FAULTS.length);
  });
});
