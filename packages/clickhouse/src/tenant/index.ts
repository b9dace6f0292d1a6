export { prepareTenantAccess } from './prepare-tenant-access';
export type { TenantAccessReport } from './prepare-tenant-access';
export { removeTenant } from './remove-tenant';
export { TENANT_TABLES } from './tenant-tables';
export { credentialsOf, tenantUrl } from './tenant-url';
export type { TenantCredentials } from './tenant-url';
export type { WallMode } from './tenant-wall';
export type { TenantOptions } from './with-tenant';
