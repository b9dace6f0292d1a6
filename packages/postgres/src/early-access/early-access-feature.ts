import type { EarlyAccessStage } from '@tidemark/contracts';
import type { EarlyAccessFeatureTable } from '../schema';
import { fieldTable, json, own } from '../field-table';
import type { Settable } from '../field-table';

/** A feature that users may enable for themselves. */
export interface EarlyAccessFeature {
  /** UUID. */
  readonly id: string;
  readonly projectId: number;
  /** Null after the flag was deleted. */
  readonly featureFlagId: number | null;
  readonly name: string;
  readonly description: string;
  readonly stage: EarlyAccessStage;
  readonly documentationUrl: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** A feature with the key of its flag, for SDKs. */
export interface OfferedFeature extends EarlyAccessFeature {
  readonly flagKey: string;
}

/** The stored fields of an early access feature. */
export const FEATURE_FIELDS = fieldTable<EarlyAccessFeature, EarlyAccessFeatureTable>()({
  id: own('id'),
  projectId: own('project_id'),
  featureFlagId: own('feature_flag_id'),
  name: 'name',
  description: 'description',
  stage: 'stage',
  documentationUrl: 'documentation_url',
  payload: json('payload'),
  createdAt: own('created_at'),
});

export const { fromRow: toEarlyAccessFeature } = FEATURE_FIELDS;

/** The fields that clients may set. */
export type EarlyAccessFeatureFields = Settable<typeof FEATURE_FIELDS>;
