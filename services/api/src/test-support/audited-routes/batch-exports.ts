import type { AuditedRequest } from './audited-request';

const EXPORT = {
  name: 'Nightly',
  interval: 'hour',
  destination: {
    type: 'S3',
    config: {
      bucket_name: 'bucket',
      region: 'us-east-1',
      aws_access_key_id: 'whispered',
      aws_secret_access_key: 'whispered',
    },
  },
};

export const batchExports: readonly AuditedRequest[] = [
  {
    route: 'batch_exports_create',
    request: ['POST', 'batch_exports/', EXPORT],
    logged: ['BatchExport', 'created'],
    makes: 'export',
  },
  {
    route: 'batch_exports_partial_update',
    request: [
      'PATCH',
      'batch_exports/{export}/',
      {
        destination: {
          type: 'S3',
          config: { ...EXPORT.destination.config, aws_secret_access_key: 'whispered anew' },
        },
      },
    ],
    logged: ['BatchExport', 'updated'],
  },
  {
    route: 'batch_exports_pause',
    request: ['POST', 'batch_exports/{export}/pause/', {}],
    logged: ['BatchExport', 'updated'],
  },
  {
    route: 'batch_exports_unpause',
    request: ['POST', 'batch_exports/{export}/unpause/', {}],
    logged: ['BatchExport', 'updated'],
  },
  {
    route: 'batch_exports_backfill',
    request: ['POST', 'batch_exports/{export}/backfill/', {}],
    logged: ['BatchExport', 'backfill_created'],
    makes: 'firstBackfill',
    field: 'backfill_id',
  },
  {
    route: 'batch_export_backfills_create',
    request: ['POST', 'batch_exports/{export}/backfills/', {}],
    logged: ['BatchExport', 'backfill_created'],
    makes: 'backfill',
    field: 'backfill_id',
  },
  {
    route: 'batch_export_backfills_cancel',
    request: ['POST', 'batch_exports/{export}/backfills/{backfill}/cancel/', {}],
    logged: ['BatchExport', 'run_cancelled'],
  },
  {
    route: 'batch_export_runs_retry',
    request: ['POST', 'batch_exports/{export}/runs/{run}/retry/', {}],
    logged: ['BatchExport', 'run_retried'],
  },
  {
    route: 'batch_export_runs_cancel',
    request: ['POST', 'batch_exports/{export}/runs/{run}/cancel/', {}],
    logged: ['BatchExport', 'run_cancelled'],
  },
  {
    route: 'batch_exports_destroy',
    request: ['DELETE', 'batch_exports/{export}/'],
    logged: ['BatchExport', 'deleted'],
  },
];
