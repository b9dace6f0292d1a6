import type { IncomingMessage } from 'node:http';
import type { CompiledFlags, Evaluation, FlagSelection, RequestFacts } from '@tidemark/flag-engine';
import { cutIdentifier, evaluateFlags, hasNoHashKeys, needsGeoip } from '@tidemark/flag-engine';
import type { Logger } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import type { EdgeMetrics } from '../edge-metrics';
import type { FlagDirectory, ProjectFlags } from '../projects/flag-directory';
import type { FlagsRequest } from './read-flags-request';
import type { RequestLocation } from './request-location';
import type { StoredDataReader } from './stored-data';

export interface EvaluatedRequest {
  readonly evaluation: Evaluation;
  /** The flags that were evaluated; null if none could be read and none were cached. */
  readonly flags: ProjectFlags | null;
  /** The person had stored hash keys. */
  readonly hasHashKeys: boolean;
}

/**
 * Evaluates a project's flags with the data of a request. Never rejects because a store is unavailable. `narrow`
 * chooses the flags to evaluate if the results of others are known.
 */
export type RequestEvaluator = (
  project: Project,
  sent: FlagsRequest,
  distinctId: string,
  selection: FlagSelection,
  request: IncomingMessage,
  narrow?: (flags: ProjectFlags) => CompiledFlags,
) => Promise<EvaluatedRequest>;

/** The evaluation of a request while flags can be neither read nor found in memory. */
export const NOTHING_KNOWN: Evaluation = { results: new Map(), errorsWhileComputing: true };

export function createRequestEvaluator(deps: {
  readonly definitions: FlagDirectory;
  readonly stored: StoredDataReader;
  readonly location: RequestLocation;
  readonly metrics: Pick<EdgeMetrics, 'definitionsAge' | 'flagPhase' | 'flagsEvaluated'>;
  readonly logger: Logger;
  /** Monotonic ms. */
  readonly monotonic: () => number;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}): RequestEvaluator {
  const { metrics, monotonic } = deps;
  return async (project, sent, distinctId, selection, request, narrow) => {
    const began = monotonic();
    const flags = await deps.definitions.get(project.id).catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'flags cannot be read and are not cached');
      return null;
    });
    if (flags === null) return { evaluation: NOTHING_KNOWN, flags, hasHashKeys: false };
    const asked = narrow === undefined ? flags : { ...flags, compiled: narrow(flags) };
    const { compiled } = asked;
    const found = monotonic();
    metrics.flagPhase.look_up((found - began) / 1_000);
    metrics.definitionsAge.observe((found - flags.readAt) / 1_000);
    const carried = requestFacts(sent, distinctId);
    const facts =
      !sent.geoipDisable && needsGeoip(compiled, carried, selection)
        ? { ...carried, geoipProperties: deps.location(request) }
        : carried;
    const stored = await deps.stored.read(project.id, asked, facts, selection);
    const read = monotonic();
    metrics.flagPhase.stored((read - found) / 1_000);
    // Fields are listed, because spreading objects of this size costs more than evaluating a flag.
    const context = {
      distinctId: facts.distinctId,
      deviceId: facts.deviceId,
      anonDistinctId: facts.anonDistinctId,
      groups: facts.groups,
      personPropertyOverrides: facts.personPropertyOverrides,
      geoipProperties: facts.geoipProperties,
      groupPropertyOverrides: facts.groupPropertyOverrides,
      groupTypes: stored.groupTypes,
      personProperties: stored.personProperties,
      groupProperties: stored.groupProperties,
      hashKeyOverrides: stored.hashKeyOverrides,
      memberOf: stored.memberOf,
      now: new Date(deps.now()),
      timezone: project.timezone,
    };
    const evaluation = evaluateFlags(compiled, context, selection);
    metrics.flagPhase.evaluate((monotonic() - read) / 1_000);
    metrics.flagsEvaluated.inc(evaluation.results.size);
    return { evaluation, flags, hasHashKeys: !hasNoHashKeys(context) };
  };
}

/** What a request says of its subject. */
export function requestFacts(sent: FlagsRequest, distinctId: string): RequestFacts {
  return {
    distinctId: cutIdentifier(distinctId),
    deviceId: sent.deviceId,
    anonDistinctId: sent.anonDistinctId,
    groups: sent.groups,
    personPropertyOverrides: sent.personProperties,
    geoipProperties: {},
    groupPropertyOverrides: sent.groupProperties,
  };
}
