import type { Generated } from 'kysely';
import type { CreatedAt, Json, Timestamp } from './columns';

interface EnvironmentChainTable {
  id: Generated<string>;
  organization_id: string;
  name: string;
  created_by_id: number | null;
  created_at: CreatedAt;
}

interface EnvironmentTable {
  project_id: number;
  chain_id: string;
  name: string;
  position: number;
}

export interface FlagReferenceScanTable {
  id: Generated<string>;
  project_id: number;
  repository: string;
  revision: Generated<string>;
  files: number;
  flag_references: Json<unknown[]>;
  created_by_id: number | null;
  created_at: Timestamp;
}

/** The tables of environments and of references to flags in source code. */
export interface EnvironmentsTables {
  environment_chains: EnvironmentChainTable;
  environments: EnvironmentTable;
  flag_reference_scans: FlagReferenceScanTable;
}
