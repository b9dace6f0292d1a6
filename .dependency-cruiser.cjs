/** The allowed dependencies between packages and services (docs/architecture.md). Every rule states its reason. */
const PURE = [
  'demo',
  'destinations',
  'domain',
  'flag-engine',
  'hogql',
  'importers',
  'insights',
  'query-drafter',
  'statistics',
];
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

const PURE_REASON =
  'Pure packages import contracts and each other downward (insights → hogql, statistics), never stores or platform.';
const STORE_REASON = 'A package of a store imports neither another store nor a package of rules.';
/** The packages of this project that each package may import. A package that is not named here may import none. */
const MAY_IMPORT = {
  access: {
    packages: ['contracts', 'platform', 'postgres'],
    reason: 'Permissions follow from keys, users and projects, and are the same in all services.',
  },
  clickhouse: { packages: ['contracts', 'platform'], reason: STORE_REASON },
  client: {
    packages: [],
    reason: 'It is published and runs in browsers; its types are generated from the API.',
  },
  'clickhouse-embedded': {
    packages: [],
    reason: 'The engine is used over HTTP, as any ClickHouse; it needs no code of Tidemark.',
  },
  configuration: {
    packages: [],
    reason:
      'The variables that processes read are declared as data, which all packages may import.',
  },
  demo: { packages: ['contracts'], reason: PURE_REASON },
  destinations: { packages: ['contracts'], reason: PURE_REASON },
  domain: { packages: ['contracts'], reason: PURE_REASON },
  'flag-engine': { packages: ['contracts'], reason: PURE_REASON },
  geoip: {
    packages: ['domain', 'platform'],
    reason: 'The look-up returns the location type of domain; it uses no store.',
  },
  hogql: { packages: ['contracts', 'domain'], reason: PURE_REASON },
  'ingest-log': {
    packages: ['contracts'],
    reason: 'It is the interface that the drivers of the log implement; it uses no store.',
  },
  'import-runs': {
    packages: ['domain', 'importers', 'ingest-log', 'platform', 'postgres', 'warehouse'],
    reason:
      'An import reads a source, maps its records with importers, and writes through the API and the ingest log.',
  },
  importers: {
    packages: ['domain'],
    reason:
      'A record of another service is mapped from its own content only; times are read as capture reads them.',
  },
  insights: { packages: ['contracts', 'hogql', 'statistics'], reason: PURE_REASON },
  kafka: { packages: ['ingest-log', 'platform'], reason: STORE_REASON },
  'log-drivers': {
    packages: ['ingest-log', 'kafka', 'platform', 'redis'],
    reason: 'One package chooses the driver of the log; leases are in Redis for both.',
  },
  'mcp-tools': {
    packages: ['client'],
    reason: 'It is published; an agent can do what the API allows its key to do.',
  },
  'node-runtime': {
    packages: [],
    reason: 'It chooses a program by its version; it needs no code of Tidemark.',
  },
  platform: {
    packages: ['contracts'],
    reason: 'All services share this package; it uses no store.',
  },
  postgres: { packages: ['contracts', 'platform'], reason: STORE_REASON },
  'query-drafter': { packages: ['hogql'], reason: PURE_REASON },
  'query-engine': {
    packages: [
      ...['configuration', 'contracts', 'domain', 'hogql', 'insights', 'platform'],
      ...['clickhouse', 'postgres', 'redis'],
    ],
    reason:
      'It connects rules and stores; it reaches queues through functions that callers pass in.',
  },
  queues: {
    packages: ['contracts', 'platform', 'redis'],
    reason: 'A queue sends typed jobs through Redis; services define what a job does.',
  },
  redis: { packages: ['contracts', 'ingest-log', 'platform'], reason: STORE_REASON },
  reports: {
    packages: ['contracts'],
    reason: 'Tables and pictures are made from responses; no store and no channel is needed.',
  },
  statistics: {
    packages: [],
    reason: 'It contains formulae over plain numbers, which need no other package.',
  },
  testing: {
    packages: [
      ...['contracts', 'platform', 'clickhouse', 'clickhouse-embedded', 'postgres', 'redis'],
    ],
    reason: 'Tests start the stores; test helpers of a service are in its own folder.',
  },
  warehouse: {
    packages: ['contracts', 'platform'],
    reason:
      'The api and workers read sources and formats of tables in the same way; no store is needed.',
  },
};
const mayImport = (pkg, { packages, reason }) => ({
  name: `what-${pkg}-stands-on`,
  severity: 'error',
  comment: reason,
  from: {
    path: `^packages/${pkg}/src`,
    pathNot: ['\\.test\\.ts$', '/test-support/'],
  },
  to: { path: '^packages/', pathNot: `^packages/(${[pkg, ...packages].join('|')})/` },
});
const named = Object.keys(MAY_IMPORT).join('|');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment:
        'Modules that import each other cannot be understood separately: split or merge them.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'services-never-import-services',
      severity: 'error',
      comment: 'Each service is scaled and deployed separately. Only standalone starts the others.',
      from: { path: '^services/([^/]+)/', pathNot: '^services/standalone/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'packages-never-import-services',
      severity: 'error',
      comment: 'Services import packages, never the reverse.',
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    {
      name: 'only-the-api-names-the-console',
      severity: 'error',
      comment: 'The console consists of files that the api serves; it is not a library.',
      from: { path: '^(packages|services)/', pathNot: ['^packages/console/', '^services/api/'] },
      to: { path: '^packages/console/' },
    },
    {
      name: 'the-console-takes-types-of-contracts-only',
      severity: 'error',
      comment: 'It is a client of the public API and contains no code of the server.',
      from: { path: '^packages/console/src/' },
      to: {
        path: '^packages/(?!console/)',
        pathNot: ['^packages/contracts/src/index\\.ts$'],
      },
    },
    {
      name: 'the-console-runs-no-code-of-contracts',
      severity: 'error',
      comment:
        'Types add nothing to the files of a browser; the schemas of the server would be loaded.',
      from: { path: '^packages/console/src/' },
      to: { path: '^packages/contracts/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'screens-of-the-console-stand-alone',
      severity: 'error',
      comment:
        'Each screen is a chunk of its own; what two of them need lies in ui, session or queries.',
      from: { path: '^packages/console/src/screens/([^/]+)/' },
      to: { path: '^packages/console/src/screens/', pathNot: '^packages/console/src/screens/$1/' },
    },
    ...[
      ['api', ['api']],
      ['queries', ['queries']],
      ['ui', ['ui', 'queries', 'api']],
      ['session', ['session', 'ui', 'queries', 'api']],
      ['insight-view', ['insight-view', 'session', 'ui', 'queries', 'api']],
      ['screens', ['screens', 'insight-view', 'session', 'ui', 'queries', 'api']],
    ].map(([room, below]) => ({
      name: `console-${room}-imports-downward`,
      severity: 'error',
      comment: 'app → screens → insight-view → session → ui → queries, api.',
      from: { path: `^packages/console/src/${room}/` },
      to: {
        path: '^packages/console/src/',
        pathNot: `^packages/console/src/(${below.join('|')})/`,
      },
    })),
    {
      name: 'console-queries-are-pure',
      severity: 'error',
      comment: 'Reducers, codecs and shaping are tested without a browser.',
      from: { path: '^packages/console/src/queries/', pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules/(react|react-dom|@tanstack|@ariakit)/' },
    },
    {
      name: 'contracts-are-the-floor',
      severity: 'error',
      comment:
        'Contracts contain wire shapes only: all packages may import them, and they import zod only.',
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
        pathNot: ['\\.test\\.ts$', '/test-support/'],
      },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    ...Object.entries(MAY_IMPORT).map(([pkg, rule]) => mayImport(pkg, rule)),
    {
      name: 'packages-are-named',
      severity: 'error',
      comment:
        'The allowed imports of a new package are decided when it is created: add it to MAY_IMPORT.',
      from: {
        path: '^packages/([^/]+)/',
        // The rules of the console are above.
        pathNot: [`^packages/(console|contracts|${named})/`, '\\.test\\.ts$'],
      },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'the-mcp-service-sees-no-store',
      severity: 'error',
      comment:
        'It is a client of the API, which is the only place that checks the permissions of keys.',
      from: { path: '^services/mcp/' },
      to: {
        path: '^packages/',
        pathNot: '^packages/(client|configuration|contracts|mcp-tools|platform)/',
      },
    },
    {
      name: 'edge-never-sees-clickhouse',
      severity: 'error',
      comment:
        'The edge must work while ClickHouse is unavailable, and does not need the query compiler.',
      from: { path: '^services/edge/' },
      to: { path: '^packages/(clickhouse|clickhouse-embedded|hogql|insights|query-engine)/' },
    },
    only(
      '@clickhouse/client',
      'packages/clickhouse/',
      'One package uses the ClickHouse client: settings, ids, cancelling.',
    ),
    only(
      'ioredis',
      'packages/(redis|queues)/',
      'These packages open Redis connections: roles, retries, key names.',
    ),
    only('@platformatic/kafka', 'packages/kafka/', 'One package uses the Kafka client.'),
    only(
      'bullmq',
      'packages/queues/',
      'One package defines the queues and the types of their jobs.',
    ),
    only('pg', 'packages/postgres/', 'One package uses the SQL driver.'),
    only('kysely', 'packages/postgres/', 'SQL is written in repositories, not in services.'),
    only('liquidjs', 'packages/destinations/', 'One package limits what templates may do.'),
    only('nodemailer', 'services/delivery/', 'One service sends e-mail: limits, sender, ids.'),
    only(
      'maxmind',
      'packages/geoip/',
      'One package reads the database formats: files, families, record shapes.',
    ),
    only(
      '@modelcontextprotocol/sdk',
      '(packages/mcp-tools|services/mcp|tests)/',
      'One package defines the tools of agents, one service has their sessions.',
    ),
    only('chdb', 'packages/clickhouse-embedded/', 'chDB is used over HTTP, as any ClickHouse.'),
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      comment: 'Test helpers are not part of a release.',
      from: {
        path: '^(packages|services)/',
        pathNot: ['^packages/testing/', '/test-support/', '\\.test\\.ts$'],
      },
      to: { path: ['^packages/testing/', '^services/[^/]+/src/test-support/'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((packages|services)/[^/]+|tests|bench)/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default'],
    },
  },
};
