/** The walls of the house (docs/architecture.md). Every rule says why it stands. */
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
const STORE_REASON = 'A store never reaches into another store or into a rule package.';
/** Which of our packages each package stands on. A package that is not named here may import none. */
const MAY_IMPORT = {
  access: {
    packages: ['contracts', 'platform', 'postgres'],
    reason: 'Who may do what is decided by keys, users and projects, whatever the service.',
  },
  clickhouse: { packages: ['contracts', 'platform'], reason: STORE_REASON },
  client: {
    packages: [],
    reason: 'It is published and runs in browsers; what it knows of ours is generated.',
  },
  'clickhouse-embedded': {
    packages: [],
    reason: 'The engine speaks HTTP as any ClickHouse does; it knows nothing of ours.',
  },
  configuration: {
    packages: [],
    reason: 'What processes read from their environment is data, which all others may import.',
  },
  demo: { packages: ['contracts'], reason: PURE_REASON },
  destinations: { packages: ['contracts'], reason: PURE_REASON },
  domain: { packages: ['contracts'], reason: PURE_REASON },
  'flag-engine': { packages: ['contracts'], reason: PURE_REASON },
  geoip: {
    packages: ['domain', 'platform'],
    reason: 'The database look-up fills the location that domain defines; it knows no store.',
  },
  hogql: { packages: ['contracts', 'domain'], reason: PURE_REASON },
  'ingest-log': {
    packages: ['contracts'],
    reason: 'The log is what its drivers implement; it knows no store.',
  },
  'import-runs': {
    packages: ['domain', 'importers', 'ingest-log', 'platform', 'postgres', 'warehouse'],
    reason:
      'An import reads a source, maps it by importers, and writes it the ways that everybody writes: the API and the ingest log.',
  },
  importers: {
    packages: ['domain'],
    reason:
      'What a record of another service means is decided from the record alone; times are read as capture reads them.',
  },
  insights: { packages: ['contracts', 'hogql', 'statistics'], reason: PURE_REASON },
  kafka: { packages: ['ingest-log', 'platform'], reason: STORE_REASON },
  'log-drivers': {
    packages: ['ingest-log', 'kafka', 'platform', 'redis'],
    reason: 'One place chooses the driver of the log; leases are in Redis for both.',
  },
  'mcp-tools': {
    packages: ['client'],
    reason: 'It is published; what an agent can do is what the API allows its key.',
  },
  platform: {
    packages: ['contracts'],
    reason: 'Platform is what every service shares; it knows no store.',
  },
  postgres: { packages: ['contracts', 'platform'], reason: STORE_REASON },
  'query-drafter': { packages: ['hogql'], reason: PURE_REASON },
  'query-engine': {
    packages: [
      ...['configuration', 'contracts', 'domain', 'hogql', 'insights', 'platform'],
      ...['clickhouse', 'postgres', 'redis'],
    ],
    reason:
      'The engine joins the rules to the stores; runs reach queues through functions it is given.',
  },
  queues: {
    packages: ['contracts', 'platform', 'redis'],
    reason: 'A queue is a typed way through Redis; what a job does is the business of services.',
  },
  redis: { packages: ['contracts', 'ingest-log', 'platform'], reason: STORE_REASON },
  reports: {
    packages: ['contracts'],
    reason: 'Tables and pictures are made of responses: they know no store and no channel.',
  },
  statistics: {
    packages: [],
    reason: 'Formulae over plain numbers: nothing of ours is below them.',
  },
  testing: {
    packages: [
      ...['contracts', 'platform', 'clickhouse', 'clickhouse-embedded', 'postgres', 'redis'],
    ],
    reason: 'Tests start the stores; helpers of services lie with the services.',
  },
  warehouse: {
    packages: ['contracts', 'platform'],
    reason:
      'Sources and formats of tables are read the same by api and worker; they know no store.',
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
      name: 'only-the-api-names-the-console',
      severity: 'error',
      comment: 'The console is files that the api serves; it is no library.',
      from: { path: '^(packages|services)/', pathNot: ['^packages/console/', '^services/api/'] },
      to: { path: '^packages/console/' },
    },
    {
      name: 'the-console-takes-types-of-contracts-only',
      severity: 'error',
      comment: 'It is a client of the public API and ships none of the code of the server.',
      from: { path: '^packages/console/src/' },
      to: {
        path: '^packages/(?!console/)',
        pathNot: ['^packages/contracts/src/index\\.ts$'],
      },
    },
    {
      name: 'the-console-runs-no-code-of-contracts',
      severity: 'error',
      comment: 'Types cost a browser nothing; schemas of the server would cost it their weight.',
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
        pathNot: ['\\.test\\.ts$', '/test-support/'],
      },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    ...Object.entries(MAY_IMPORT).map(([pkg, rule]) => mayImport(pkg, rule)),
    {
      name: 'packages-are-named',
      severity: 'error',
      comment: 'What a new package stands on is decided when it is made: name it in MAY_IMPORT.',
      from: {
        path: '^packages/([^/]+)/',
        // The console has walls of its own above.
        pathNot: [`^packages/(console|contracts|${named})/`, '\\.test\\.ts$'],
      },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'the-mcp-service-sees-no-store',
      severity: 'error',
      comment: 'It is a client of the API: every right of a key is checked there, and only there.',
      from: { path: '^services/mcp/' },
      to: {
        path: '^packages/',
        pathNot: '^packages/(client|configuration|contracts|mcp-tools|platform)/',
      },
    },
    {
      name: 'edge-never-sees-clickhouse',
      severity: 'error',
      comment: 'The edge must serve while ClickHouse is down, and never carry the query compiler.',
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
    only('@platformatic/kafka', 'packages/kafka/', 'One place knows the Kafka client.'),
    only('bullmq', 'packages/queues/', 'Queues are typed by contracts in one place.'),
    only('pg', 'packages/postgres/', 'One place knows the SQL driver.'),
    only('kysely', 'packages/postgres/', 'SQL is written in repositories, not in services.'),
    only('liquidjs', 'packages/destinations/', 'One place limits what templates may do.'),
    only('nodemailer', 'services/delivery/', 'One place sends mail: limits, sender, ids.'),
    only(
      'maxmind',
      'packages/geoip/',
      'One place knows the database formats: files, families, record shapes.',
    ),
    only(
      '@modelcontextprotocol/sdk',
      '(packages/mcp-tools|services/mcp|tests)/',
      'One package defines the tools of agents, one service has their sessions.',
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
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((packages|services)/[^/]+|tests|bench)/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default'],
    },
  },
};
