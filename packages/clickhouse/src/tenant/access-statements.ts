import { createHash } from 'node:crypto';
import type { Topology } from '../migrations/topology';
import { quoteIdentifier } from '../quote-identifier';
import { stringLiteral } from '../string-literal';
import { PROJECT_SETTING, TENANT_TABLES } from './tenant-tables';
import type { TenantCredentials } from './tenant-url';

/** A policy for the tenant user, and one for all other users, because some servers show users without a policy no rows. */
const POLICIES = { own: 'tidemark_project', others: 'tidemark_others' } as const;

/**
 * Returns the statements that create the tenant user with its grants and row policies, in order; each is idempotent. The
 * policy of other users comes first, so that no user loses rows between two statements. The statements contain a hash
 * instead of the password.
 *
 * The user itself is not `readonly`, which would forbid the settings of requests, such as the project. Requests set
 * `readonly = 1`, and the user has no grant to write.
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

/** Returns the tables; on a cluster also the local tables, which shards read as the same user. */
function tablesOf(topology: Topology): readonly string[] {
  if (topology.kind === 'single') return TENANT_TABLES;
  return TENANT_TABLES.flatMap((table) => [table, `${table}_local`]);
}
