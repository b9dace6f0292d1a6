import { createHash } from 'node:crypto';
import type { Topology } from '../migrations/topology';
import { quoteIdentifier } from '../quote-identifier';
import { stringLiteral } from '../string-literal';
import { PROJECT_SETTING, TENANT_TABLES } from './tenant-tables';
import type { TenantCredentials } from './tenant-url';

/** One policy for the rows of a project, and one for all other users: some servers show no rows to users without a policy. */
const POLICIES = { own: 'tidemark_project', others: 'tidemark_others' } as const;

/**
 * Statements that make the tenant user with its grants and row policies, each idempotent, in order. The policy of the
 * others comes first: no user loses rows between two statements. Statements carry a hash instead of the password.
 *
 * The user has no `readonly` of its own, which would forbid the settings that each request brings, the project among
 * them; requests bring `readonly = 1` along, and there is no grant to write.
 */
export function accessStatements(topology: Topology, given: TenantCredentials): readonly string[] {
  const on = topology.kind === 'cluster' ? ` ON CLUSTER ${stringLiteral(topology.cluster)}` : '';
  const user = quoteIdentifier(given.user);
  const hash = createHash('sha256').update(given.password).digest('hex');
  const identified = `IDENTIFIED WITH sha256_hash BY ${stringLiteral(hash)}`;
  const tables = tablesOf(topology).map(
    (table) => `${quoteIdentifier(given.database)}.${quoteIdentifier(table)}`,
  );
  const mine = `team_id = toInt64OrZero(getSetting(${stringLiteral(PROJECT_SETTING)}))`;
  return [
    `CREATE USER IF NOT EXISTS ${user}${on} ${identified}`,
    `ALTER USER ${user}${on} ${identified}`,
    ...tables.flatMap((table) => [
      `CREATE ROW POLICY OR REPLACE ${POLICIES.others}${on} ON ${table} FOR SELECT USING 1 TO ALL EXCEPT ${user}`,
      `CREATE ROW POLICY OR REPLACE ${POLICIES.own}${on} ON ${table} FOR SELECT USING ${mine} TO ${user}`,
      `GRANT${on} SELECT ON ${table} TO ${user}`,
    ]),
  ];
}

/** Distributed tables and those below them: a shard reads the latter, as the same user. */
function tablesOf(topology: Topology): readonly string[] {
  if (topology.kind === 'single') return TENANT_TABLES;
  return TENANT_TABLES.flatMap((table) => [table, `${table}_local`]);
}
