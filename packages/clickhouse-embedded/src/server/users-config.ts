import type { TenantAccess } from '../options';
import { stringLiteral } from '../sql/literals';

/** The role of a request of the main user: everything. */
const OWNER_ROLE = 'owner';
/** The role of a request of the tenant user: rows of one project. */
export const TENANT_ROLE = 'tenant';

/**
 * The engine's setting that carries the project of a request. The library takes no settings of a prefix of one's own
 * (`custom_settings_prefixes` is a server's), so that a text that means nothing while there is no query cache stands in.
 */
export const PROJECT_CARRIER = 'query_cache_tag';

/** Tables of the engine that say nothing about anybody: the rest of `system` has no rows for tenants. */
const HARMLESS_SYSTEM_TABLES = new Set(['numbers', 'numbers_mt', 'one', 'zeros', 'zeros_mt']);

/**
 * The engine's users file. The library has one user, opens no writable storage of users and cannot change users
 * (code 514, 344), but it reads roles, grants and row policies from this file, and SET ROLE gives up what only
 * the other role has. A policy of the file belongs to the user, so its condition asks for the role.
 *
 * @param systemTables every table of the engine's `system` database, where grants mean nothing to this library
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
