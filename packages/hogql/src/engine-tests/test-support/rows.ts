/** Builders of physical rows, with default values for fields that a test does not set. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A session id (UUIDv7) with the given time (UTC); `number` distinguishes ids of the same time. */
export function sessionId(time: string, number = 1): string {
  const ms = Date.parse(`${time.replace(' ', 'T')}Z`)
    .toString(16)
    .padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`;
}

export interface EventFields {
  readonly uuid?: string;
  readonly event?: string;
  readonly properties?: object;
  readonly personProperties?: object;
  readonly teamId?: number;
  readonly distinctId?: string;
  readonly personId?: string;
  /** UTC. */
  readonly timestamp?: string;
  readonly elementsChain?: string;
  readonly group0?: string;
  readonly sessionId?: string;
}

let events = 0;

export function eventRow(fields: EventFields = {}): object {
  events += 1;
  const timestamp = fields.timestamp ?? '2024-03-01 10:00:00';
  return {
    uuid: fields.uuid ?? uuid(events),
    event: fields.event ?? 'event',
    properties_text: JSON.stringify(fields.properties ?? {}),
    timestamp,
    team_id: fields.teamId ?? 1,
    distinct_id: fields.distinctId ?? 'visitor',
    elements_chain: fields.elementsChain ?? '',
    created_at: timestamp,
    person_id: fields.personId ?? uuid(1_000_000),
    person_created_at: '2024-01-01 00:00:00',
    person_properties: fields.personProperties ?? {},
    $group_0: fields.group0 ?? '',
    $session_id: fields.sessionId ?? '',
  };
}

interface PersonFields {
  readonly id: string;
  readonly properties?: object;
  readonly teamId?: number;
  readonly version?: number;
  readonly deleted?: boolean;
}

export function personRow(fields: PersonFields): object {
  return {
    id: fields.id,
    team_id: fields.teamId ?? 1,
    created_at: '2024-01-01 00:00:00',
    properties_text: JSON.stringify(fields.properties ?? {}),
    is_identified: true,
    is_deleted: fields.deleted ?? false,
    version: fields.version ?? 1,
  };
}

interface DistinctIdFields {
  readonly distinctId: string;
  readonly personId: string;
  readonly teamId?: number;
  readonly version?: number;
  readonly deleted?: boolean;
}

/** A row of `person_distinct_id` or `person_distinct_id_overrides`. */
export function distinctIdRow(fields: DistinctIdFields): object {
  return {
    team_id: fields.teamId ?? 1,
    distinct_id: fields.distinctId,
    person_id: fields.personId,
    is_deleted: fields.deleted ?? false,
    version: fields.version ?? 1,
  };
}

export function groupRow(index: number, key: string, properties: object, teamId = 1): object {
  return {
    team_id: teamId,
    group_type_index: index,
    group_key: key,
    created_at: '2024-01-01 00:00:00',
    group_properties_text: JSON.stringify(properties),
    version: 1,
  };
}

interface ReplayFields {
  readonly session: string;
  readonly teamId?: number;
  readonly distinctId?: string;
  /** Unique per message. */
  readonly message: number;
  /** UTC. */
  readonly start: string;
  readonly end: string;
  readonly urls?: readonly string[];
  /** The value of every counter of the message. */
  readonly counts?: number;
}

export function replayRow(fields: ReplayFields): object {
  const counts = fields.counts ?? 1;
  return {
    team_id: fields.teamId ?? 1,
    session_id: fields.session,
    message_id: uuid(fields.message),
    distinct_id: fields.distinctId ?? 'visitor',
    min_first_timestamp: fields.start,
    max_last_timestamp: fields.end,
    first_url: fields.urls?.[0] ?? null,
    all_urls: fields.urls ?? [],
    click_count: counts,
    keypress_count: counts,
    mouse_activity_count: counts,
    active_milliseconds: counts,
    console_log_count: counts,
    console_warn_count: counts,
    console_error_count: counts,
    size: counts,
    event_count: counts,
    snapshot_source: 'web',
    snapshot_library: 'web',
  };
}

/** A row of `log_entries`: a message of the browser's console. */
export function consoleRow(fields: {
  readonly session: string;
  readonly message: string;
  /** Distinguishes rows. */
  readonly number: number;
  readonly teamId?: number;
  readonly level?: string;
  readonly timestamp?: string;
}): object {
  return {
    team_id: fields.teamId ?? 1,
    log_source: 'session_replay',
    log_source_id: fields.session,
    timestamp: fields.timestamp ?? '2024-03-01 10:00:00',
    level: fields.level ?? 'info',
    message: fields.message,
    uuid: uuid(fields.number),
  };
}
