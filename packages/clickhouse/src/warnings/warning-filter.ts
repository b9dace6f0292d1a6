/** A filter of the ingestion warnings of a project. A missing field does not restrict them. */
export interface WarningFilter {
  readonly projectId: number;
  readonly type?: string;
  readonly category?: string;
  readonly severity?: string;
  readonly distinctId?: string;
  /** A text in the type or in the details; case-sensitive. */
  readonly search?: string;
  readonly after?: Date;
  readonly before?: Date;
}

/** Returns FROM and WHERE of a filter. It uses FINAL, because a row may have been written more than once. */
export function warningScan(filter: WarningFilter): {
  readonly from: string;
  readonly params: Readonly<Record<string, unknown>>;
} {
  const { projectId, type, category, severity, distinctId, search, after, before } = filter;
  const given: [condition: string, name: string, value: string | undefined][] = [
    ['type = {type:String}', 'type', type],
    ['category = {category:String}', 'category', category],
    ['severity = {severity:String}', 'severity', severity],
    ['distinct_id = {distinct_id:String}', 'distinct_id', distinctId],
    [
      '(position(details, {search:String}) > 0 OR position(type, {search:String}) > 0)',
      'search',
      search,
    ],
    ["timestamp >= parseDateTime64BestEffort({after:String}, 3, 'UTC')", 'after', iso(after)],
    ["timestamp < parseDateTime64BestEffort({before:String}, 3, 'UTC')", 'before', iso(before)],
  ];
  const used = given.filter(([, , value]) => value !== undefined);
  const where = ['team_id = {team_id:Int64}', ...used.map(([condition]) => condition)];
  return {
    from: `FROM ingestion_warnings FINAL WHERE ${where.join(' AND ')}`,
    params: {
      team_id: projectId,
      ...Object.fromEntries(used.map(([, name, value]) => [name, value])),
    },
  };
}

function iso(timestamp: Date | undefined): string | undefined {
  return timestamp?.toISOString();
}
