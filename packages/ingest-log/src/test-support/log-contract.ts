import { lettersCases } from './contract/letters';
import { limitsCases } from './contract/limits';
import { ownershipCases } from './contract/ownership';
import { readingCases } from './contract/reading';
import type { ContractLog } from './contract/set-up';
import { setUpContract } from './contract/set-up';

/** What every driver of the ingest log keeps to. @param open an empty log each time */
export function describeIngestLog(name: string, open: () => Promise<ContractLog>): void {
  describe(`an ingest log on ${name}`, () => {
    const on = setUpContract(open);
    readingCases(on);
    ownershipCases(on);
    lettersCases(on);
    limitsCases(on);
  });
}
