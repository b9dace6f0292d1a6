import type { RememberedFailure, RunningQueries } from '@tidemark/redis';
import type { PreparedQuery } from '../prepared-query';
import type { KnownFailuresDeps } from './known-failures';
import { findFailure } from './known-failures';
import type { ResultDeps, StoredResult } from './stored-results';
import { arrivalsOf, findResult } from './stored-results';

/** All data in Redis about a result, read in one round trip (decision 0264). */
interface ResultLookUp {
  readonly stored: Promise<StoredResult | null>;
  readonly failure: Promise<RememberedFailure | null>;
  /** The id of the run that computes the result. A read failure is thrown where the value is used. */
  readonly holder: Promise<string | null>;
  /** The arrival state of the project's events before any other read. */
  readonly arrivals: Promise<string>;
}

const NOTHING = Promise.resolve(null);

/** @param ignoresCache skips the reads about the result itself, which is computed in any case */
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
