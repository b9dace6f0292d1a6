import type { DestinationType } from '@tidemark/contracts';
import type { Generated } from 'kysely';
import type { CreatedAt, Json, Timestamp } from './columns';

export interface DestinationTable {
  id: string;
  project_id: number;
  type: Generated<DestinationType>;
  name: Generated<string>;
  description: Generated<string>;
  enabled: Generated<boolean>;
  deleted: Generated<boolean>;
  template_id: string;
  icon_url: string | null;
  ordered: Generated<boolean>;
  inputs: Json<Record<string, unknown>>;
  secret_inputs: string | null;
  filters: Json<Record<string, unknown>>;
  created_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

interface DeliveryTable {
  id: string;
  project_id: number;
  destination_id: string;
  action_id: number | null;
  event_uuid: string;
  event_name: string;
  distinct_id: string;
  event_at: Timestamp;
  state: Generated<'waiting' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  due_at: CreatedAt;
  created_at: CreatedAt;
  finished_at: Timestamp | null;
  position: number | null;
  attempts_before_replay: Generated<number>;
}

interface DeliveryAttemptTable {
  delivery_id: string;
  number: number;
  started_at: Timestamp;
  duration_ms: number;
  outcome: 'success' | 'failure';
  status: number | null;
  request: Json<Record<string, unknown> | null>;
  response: string | null;
  error: string | null;
}

interface DeliveryHourTable {
  destination_id: string;
  hour: Timestamp;
  project_id: number;
  delivered: number;
  failed: number;
}

interface DestinationHealthTable {
  destination_id: string;
  project_id: number;
  failures: Generated<number>;
  failing_since: Timestamp | null;
  open_until: Timestamp | null;
  latest_error: string | null;
}

interface SlowDestinationTable {
  destination_id: string;
  project_id: number;
  slow_until: Timestamp;
}

interface DestinationIncidentTable {
  id: string;
  project_id: number;
  destination_id: string;
  began_at: CreatedAt;
  ended_at: Timestamp | null;
  reason: 'paused' | 'failed_delivery';
  error: string;
}

interface InternalEventTable {
  id: string;
  project_id: number;
  event: string;
  user_id: number | null;
  properties: Json<Record<string, unknown>>;
  created_at: CreatedAt;
  matched_at: Timestamp | null;
  deliveries: Generated<number>;
}

/** The tables of destinations and their deliveries. */
export interface DestinationsTables {
  destinations: DestinationTable;
  deliveries: DeliveryTable;
  delivery_attempts: DeliveryAttemptTable;
  delivery_hours: DeliveryHourTable;
  destination_health: DestinationHealthTable;
  slow_destinations: SlowDestinationTable;
  destination_incidents: DestinationIncidentTable;
  internal_events: InternalEventTable;
}
