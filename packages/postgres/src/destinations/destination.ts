import type { DestinationType } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { DestinationTable } from '../schema';

/** A destination, to which events of a project are sent. */
export interface Destination {
  readonly id: string;
  readonly projectId: number;
  readonly type: DestinationType;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly templateId: string;
  readonly iconUrl: string | null;
  /** Whether the events of each distinct id are sent in their order. */
  readonly ordered: boolean;
  /** The values of inputs that are not secret, in the wire format. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /**
   * The values of secret inputs, as one JSON text that is encrypted for the id of the destination; null if there are
   * none.
   */
  readonly secretInputs: string | null;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields that clients may set; a new destination is not ordered by default. */
export type DestinationFields = Pick<
  Destination,
  | 'type'
  | 'name'
  | 'description'
  | 'enabled'
  | 'deleted'
  | 'templateId'
  | 'iconUrl'
  | 'inputs'
  | 'secretInputs'
  | 'filters'
> &
  Partial<Pick<Destination, 'ordered'>>;

export function toDestination(row: Selectable<DestinationTable>): Destination {
  return {
    id: row.id,
    projectId: row.project_id,
    type: row.type,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    deleted: row.deleted,
    templateId: row.template_id,
    iconUrl: row.icon_url,
    ordered: row.ordered,
    inputs: row.inputs,
    secretInputs: row.secret_inputs,
    filters: row.filters,
    createdById: row.created_by_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
