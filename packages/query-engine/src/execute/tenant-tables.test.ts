import { TENANT_TABLES } from '@tidemark/clickhouse';
import { PHYSICAL_TABLES } from '@tidemark/hogql';

/** HogQL prints scans of its tables; the tenant user may read its own. A table in one list only would stay unguarded or unreadable. */
it('every table that HogQL reads has a grant and a row policy, and no other table has', () => {
  expect([...TENANT_TABLES].sort()).toEqual([...PHYSICAL_TABLES].sort());
});
