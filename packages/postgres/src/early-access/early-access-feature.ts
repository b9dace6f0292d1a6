import type { EarlyAccessStage } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { EarlyAccessFeatureTable } from '../schema';

/** A feature that people may switch on for themselves. */
export interface EarlyAccessFeature {
  /** UUID. */
  readonly id: string;
  readonly projectId: number;
  /** Null once the flag is gone. */
  readonly featureFlagId: number | null;
  readonly name: string;
  readonly description: string;
  readonly stage: EarlyAccessStage;
  readonly documentationUrl: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** The fields that a client may set. */
export type EarlyAccessFeatureFields = Pick<
  EarlyAccessFeature,
  'name' | 'description' | 'stage' | 'documentationUrl' | 'payload'
>;

/** A feature with the key of its flag, as SDKs hear of it. */
export interface OfferedFeature extends EarlyAccessFeature {
  readonly flagKey: string;
}

export function toEarlyAccessFeature(row: Selectable<EarlyAccessFeatureTable>): EarlyAccessFeature {
  return {
    id: row.id,
    projectId: row.project_id,
    featureFlagId: row.feature_flag_id,
    name: row.name,
    description: row.description,
    stage: row.stage,
    documentationUrl: row.documentation_url,
    payload: row.payload,
    createdAt: row.created_at,
  };
}
