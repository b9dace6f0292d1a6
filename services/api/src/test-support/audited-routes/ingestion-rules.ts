import type { AuditedRequest } from './audited-request';

const conditions = [{ field: 'event', value: 'noise' }];

export const ingestionRules: readonly AuditedRequest[] = [
  {
    route: 'ingestion_rules_create',
    request: ['POST', 'ingestion_rules/', { name: 'Noise', kind: 'drop', conditions }],
    logged: ['IngestionRule', 'created'],
    makes: 'rule',
  },
  {
    route: 'ingestion_rules_create',
    request: [
      'POST',
      'ingestion_rules/',
      { name: 'Half', kind: 'sample', config: { rate: 0.5 }, conditions },
    ],
    logged: ['IngestionRule', 'created'],
    makes: 'second_rule',
  },
  {
    route: 'ingestion_rules_partial_update',
    request: ['PATCH', 'ingestion_rules/{rule}/', { enabled: false }],
    logged: ['IngestionRule', 'updated'],
  },
  {
    route: 'ingestion_rules_reorder',
    request: ['POST', 'ingestion_rules/reorder/', { ids: ['{second_rule}', '{rule}'] }],
    logged: ['IngestionRule', 'updated'],
  },
  {
    route: 'ingestion_rules_destroy',
    request: ['DELETE', 'ingestion_rules/{rule}/'],
    logged: ['IngestionRule', 'deleted'],
  },
];
