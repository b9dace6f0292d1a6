import { lettersCases } from './contract/letters';
import { limitsCases } from './contract/limits';
import { ownershipCases } from './contract/ownership';
import { readingCases } from './contract/reading';
import type { ContractLog } from './contract/set-up';
import { setUpContract } from './contract/set-up';

/** The tests that every driver of the ingest log must pass. @param open returns an empty log each time */
export function describeIngestLog(name: string, open: () => Promise<ContractLog>): void {
  describe(`an ingest log on ${name}`, () => {
    const on = setUpContract(open);
    readingCases(on);
    ownershipCases(on);
    lettersCases(on);
    limitsCases(on);
  });
}
