import type {
  ExperimentExposureCriteria,
  ExperimentForQuery,
  SeriesNode,
} from '@tidemark/contracts';

/** The variant of units that were exposed to several. */
export const MULTIPLE = '$multiple';

const FLAG_CALLED = '$feature_flag_called';

/** The exposure to an experiment (`docs/wire/experiments.md#exposure`). */
export interface Exposure {
  /** The events that expose a unit. */
  readonly node: SeriesNode;
  /** The flag that these events must be about; null where the event says nothing of a flag. */
  readonly flagKey: string | null;
  /** The property of these events that names the variant. */
  readonly variantProperty: string;
  /** The variants of the flag; events with other variants are not exposures. */
  readonly variants: readonly string[];
  /** Units with several variants have the first of them; otherwise they are `$multiple`. */
  readonly takesFirst: boolean;
  readonly filterTestAccounts: boolean;
  /** The units are groups of this type; null for persons. */
  readonly groupTypeIndex: number | null;
  /** Both ends included. */
  readonly from: Date;
  readonly to: Date;
}

/** The parts of an experiment that say who is exposed. */
type Exposing = Pick<
  ExperimentForQuery,
  'featureFlagKey' | 'aggregationGroupTypeIndex' | 'exposureCriteria'
> & { readonly variants: readonly string[] };

/** @param range when units can be exposed, both ends included */
export function exposureOf(
  { featureFlagKey, aggregationGroupTypeIndex, exposureCriteria, variants }: Exposing,
  range: { readonly from: Date; readonly to: Date },
): Exposure {
  return {
    ...exposingEvents(featureFlagKey, exposureCriteria),
    variants,
    takesFirst: exposureCriteria?.multiple_variant_handling === 'first_seen',
    filterTestAccounts: exposureCriteria?.filterTestAccounts ?? true,
    groupTypeIndex: aggregationGroupTypeIndex,
    ...range,
  };
}

/** The nodes of an exposure that can name actions. */
export function exposureNodes(criteria: ExperimentExposureCriteria | null): readonly SeriesNode[] {
  const config = criteria?.exposure_config ?? null;
  return config?.kind === 'ActionsNode' ? [config] : [];
}

function exposingEvents(
  flagKey: string,
  criteria: ExperimentExposureCriteria | null,
): Pick<Exposure, 'node' | 'flagKey' | 'variantProperty'> {
  const config = criteria?.exposure_config ?? null;
  const ofFlag = `$feature/${flagKey}`;
  if (config?.kind === 'ActionsNode') {
    return { node: config, flagKey: null, variantProperty: ofFlag };
  }
  const event = config?.event ?? FLAG_CALLED;
  const node: SeriesNode = { kind: 'EventsNode', event, properties: config?.properties };
  return event === FLAG_CALLED
    ? { node, flagKey, variantProperty: '$feature_flag_response' }
    : { node, flagKey: null, variantProperty: ofFlag };
}
