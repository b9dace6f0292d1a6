import type { Logger } from '@tidemark/platform';
import type { ClickHouse } from '../clickhouse';
import { createClickHouse } from '../create-clickhouse';
import { ClickHouseQueryError } from '../errors';
import type { Topology } from '../migrations/topology';
import { accessStatements } from './access-statements';
import { missingWall, reasonOf } from './check-wall';
import { credentialsOf, tenantUrl } from './tenant-url';

/** Whether the tenant user can be used; the reason is a text for operators. */
export type TenantAccessReport =
  { readonly isReady: true } | { readonly isReady: false; readonly reason: string };

/**
 * Creates the tenant user with its grants and row policies, as the user of `main`, and checks them as the tenant user.
 * If the main user has no permission for that, an existing tenant user of the operator or the embedded engine is used.
 *
 * @throws ClickHouseUnavailableError
 */
export async function prepareTenantAccess(
  main: ClickHouse,
  given: {
    /** The URL of the `main` client. */
    readonly mainUrl: string;
    /** The URL of the tenant user; by default derived from `mainUrl`. */
    readonly url?: string | undefined;
    readonly topology: Topology;
    readonly logger: Logger;
  },
): Promise<TenantAccessReport> {
  const url = given.url ?? tenantUrl(given.mainUrl);
  const rejected = await runStatements(main, accessStatements(given.topology, credentialsOf(url)));
  const tenant = createClickHouse({ url, logger: given.logger });
  try {
    const missing = await missingWall((query) => tenant.query(query));
    if (missing === null) return { isReady: true };
    return { isReady: false, reason: rejected === null ? missing : reasonOf(rejected) };
  } finally {
    await tenant.close();
  }
}

async function runStatements(
  main: ClickHouse,
  statements: readonly string[],
): Promise<ClickHouseQueryError | null> {
  try {
    for (const statement of statements) await main.command(statement);
    return null;
  } catch (error) {
    if (error instanceof ClickHouseQueryError) return error;
    throw error;
  }
}
