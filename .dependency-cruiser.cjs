/** The walls of the house (docs/architecture.md). Every rule says why it stands. */
const PURE = ['domain', 'flag-engine', 'hogql', 'insights', 'query-drafter'];
const only = (pkg, allowedFrom, reason) => ({
  name: `only-${allowedFrom.replace(/[^a-z-]/g, '')}-imports-${pkg.replace(/[^a-z-]/gi, '')}`,
  severity: 'error',
  comment: reason,
  from: {
    path: '^(packages|services|tests|bench)/',
    pathNot: [`^${allowedFrom}`, '\\.test\\.ts$'],
  },
  to: { path: `node_modules/${pkg}/` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A cycle means two rooms are one room: split or join them.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'services-never-import-services',
      severity: 'error',
      comment: 'Each service scales and ships alone. Only standalone starts the others.',
      from: { path: '^services/([^/]+)/', pathNot: '^services/standalone/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'packages-never-import-services',
      severity: 'error',
      comment: 'Packages are below services.',
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    {
      name: 'contracts-are-the-floor',
      severity: 'error',
      comment: 'Contracts hold wire shapes only; everything stands on them, they stand on zod.',
      from: { path: '^packages/contracts/src', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: ['^packages/contracts/src', 'node_modules/zod/'],
      },
    },
    {
      name: 'pure-packages-do-no-io',
      severity: 'error',
      comment:
        'Pure packages take the clock and all data as arguments, so that they can be tested by properties. Their test helpers may load an oracle.',
      from: {
        path: `^packages/(${PURE.join('|')})/src`,
        pathNot: ['\\.test\\.ts$', '/testing/'],
      },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'pure-packages-look-down',
      severity: 'error',
      comment:
        'Pure packages import contracts and each other downward (insights → hogql), never stores or platform.',
      from: { path: `^packages/(${PURE.join('|')})/src`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^packages/',
        pathNot: [`^packages/(contracts|${PURE.join('|')})/`],
      },
    },
    {
      name: 'platform-on-contracts',
      severity: 'error',
      comment: 'Platform is what every service shares; it knows no store.',
      from: { path: '^packages/platform/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(contracts|platform)/' },
    },
    {
      name: 'stores-on-contracts-and-platform',
      severity: 'error',
      comment: 'A store never reaches into another store or into a rule package.',
      from: { path: '^packages/(clickhouse|postgres|redis)/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(contracts|platform|$1)/' },
    },
    {
      name: 'geoip-on-domain-and-platform',
      severity: 'error',
      comment: 'The database look-up fills the location that domain defines; it knows no store.',
      from: { path: '^packages/geoip/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(contracts|domain|platform|geoip)/' },
    },
    {
      name: 'warehouse-on-platform',
      severity: 'error',
      comment:
        'Sources and formats of tables are read the same by api and worker; they know no store.',
      from: { path: '^packages/warehouse/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(contracts|platform|warehouse)/' },
    },
    {
      name: 'access-on-postgres',
      severity: 'error',
      comment: 'Who may do what is told by keys, users and projects, whatever the service.',
      from: { path: '^packages/access/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(access|contracts|platform|postgres)/' },
    },
    {
      name: 'edge-never-sees-clickhouse',
      severity: 'error',
      comment: 'The edge must answer while ClickHouse is down, and never carry the query compiler.',
      from: { path: '^services/edge/' },
      to: { path: '^packages/(clickhouse|clickhouse-embedded|hogql|insights|query-engine)/' },
    },
    only(
      '@clickhouse/client',
      'packages/clickhouse/',
      'One place knows the ClickHouse client: settings, ids, kill.',
    ),
    only(
      'ioredis',
      'packages/(redis|queues)/',
      'One place opens Redis connections: roles, retries, key names.',
    ),
    only('bullmq', 'packages/queues/', 'Queues are typed by contracts in one place.'),
    only('pg', 'packages/postgres/', 'One place knows the SQL driver.'),
    only('kysely', 'packages/postgres/', 'SQL is written in repositories, not in services.'),
    only(
      'maxmind',
      'packages/geoip/',
      'One place knows the database formats: files, families, record shapes.',
    ),
    only('chdb', 'packages/clickhouse-embedded/', 'chDB is reached over HTTP like any ClickHouse.'),
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      comment: 'Test helpers never ship.',
      from: {
        path: '^(packages|services)/',
        pathNot: ['^packages/testing/', '/test-support/', '\\.test\\.ts$'],
      },
      to: { path: ['^packages/testing/', '^services/[^/]+/src/test-support/'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.eslint.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|services|tests|bench)/[^/]+/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default'],
    },
  },
};
