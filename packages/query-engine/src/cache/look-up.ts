import type { RememberedFailure, RunningQueries } from '@tidemark/redis';
import type { PreparedQuery } from '../prepared-query';
import type { KnownFailuresDeps } from './known-failures';
import { findFailure } from './known-failures';
import type { ResultDeps, StoredResult } from './stored-results';
import { arrivalsOf, findResult } from './stored-results';

/** All that Redis stores about a result, read in one round trip (decision 0264). */
interface ResultLookUp {
  readonly stored: Promise<StoredResult | null>;
  readonly failure: Promise<RememberedFailure | null>;
  /** The id of the run that works on the result. A failure to read it is thrown where it is used. */
  readonly holder: Promise<string | null>;
  /** How far the events of the project had come before anything else was read. */
  readonly arrivals: Promise<string>;
}

const NOTHING = Promise.resolve(null);

/** @param ignoresCache nothing is asked about the result itself: it is computed whatever is stored */
export function lookUpResult(
  deps: ResultDeps & KnownFailuresDeps & { readonly running: Pick<RunningQueries, 'holder'> },
  prepared: PreparedQuery,
  ignoresCache: boolean,
): ResultLookUp {
  const { request, key } = prepared;
  const arrivals = arrivalsOf(deps, request.project.id);
  if (ignoresCache) return { stored: NOTHING, failure: NOTHING, holder: NOTHING, arrivals };
  const holder = deps.running.holder(key);
  holder.catch(() => undefined);
  return {
    stored: findResult(deps, prepared, arrivals),
    failure: findFailure(deps, key),
    holder,
    arrivals,
  };
}
