import type { TenantAccess } from '../options';
import { stringLiteral } from '../sql/literals';

/** The role of requests of the main user, with all permissions. */
const OWNER_ROLE = 'owner';
/** The role of requests of the tenant user, which reads the rows of one project. */
export const TENANT_ROLE = 'tenant';

/**
 * The setting of the engine that contains the project of a request. The library has no custom settings
 * (`custom_settings_prefixes` is an option of servers), so a text setting is used that has no effect without a query
 * cache.
 */
export const PROJECT_CARRIER = 'query_cache_tag';

/** System tables without data of projects. Tenants get no rows of the other tables of `system`. */
const HARMLESS_SYSTEM_TABLES = new Set(['numbers', 'numbers_mt', 'one', 'zeros', 'zeros_mt']);

/**
 * Returns the users file of the engine. The library has one user, and no storage for users that could be changed (code
 * 514, 344). But it reads roles, grants and row policies from this file, and SET ROLE removes the grants of the other
 * role. A policy in the file applies to the user, so its condition checks the role.
 *
 * @param systemTables every table of the database `system`, for which this library ignores grants
 */
export function usersConfigXml(
  tenant: TenantAccess | undefined,
  systemTables: readonly string[],
): string {
  const grants = (tenant?.tables ?? []).map((table) =>
    element('query', `GRANT SELECT ON ${tenant?.database ?? ''}.${table}`),
  );
  const roles =
    tenant === undefined
      ? []
      : [
          `<${OWNER_ROLE}><grants>${element('query', 'GRANT ALL ON *.*')}</grants></${OWNER_ROLE}>`,
          `<${TENANT_ROLE}><grants>${grants.join('')}</grants></${TENANT_ROLE}>`,
        ];
  const own = tenant === undefined ? ['ALL ON *.*'] : [OWNER_ROLE, TENANT_ROLE];
  return [
    '<clickhouse>',
    '  <profiles><default/></profiles>',
    '  <quotas><default/></quotas>',
    `  <roles>${roles.join('')}</roles>`,
    '  <users><default>',
    '    <password/><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>',
    `    <grants>${own.map((grant) => element('query', `GRANT ${grant}`)).join('')}</grants>`,
    ...(tenant === undefined ? [] : [`    ${policies(tenant, systemTables)}`]),
    '  </default></users>',
    '</clickhouse>',
    '',
  ].join('\n');
}

function policies(tenant: TenantAccess, systemTables: readonly string[]): string {
  const isOwner = `has(currentRoles(), ${stringLiteral(OWNER_ROLE)})`;
  const project = `toInt64OrZero(getSetting(${stringLiteral(PROJECT_CARRIER)}))`;
  const filter = (table: string, condition: string): string =>
    `<${table}>${element('filter', condition)}</${table}>`;
  const own = tenant.tables.map((table) => filter(table, `${isOwner} OR team_id = ${project}`));
  const hidden = systemTables
    .filter((table) => !HARMLESS_SYSTEM_TABLES.has(table))
    .map((table) => filter(table, isOwner));
  return `<databases><${tenant.database}>${own.join('')}</${tenant.database}><system>${hidden.join('')}</system></databases>`;
}

function element(name: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<${name}>${escaped}</${name}>`;
}
