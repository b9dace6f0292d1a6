import type { Logger } from '@tidemark/platform';
import type { ClickHouse } from '../clickhouse';
import { ClickHouseUnavailableError } from '../errors';
import { missingWall } from './check-wall';

/** `auto`: row policies are used if they exist; `required`: without them, reads fail; `off`: they are not used. */
export type WallMode = 'auto' | 'required' | 'off';

/** Ms after which missing policies are looked for again. */
const LOOK_AGAIN_MS = 60_000;

export interface TenantWall {
  /**
   * Whether statements of projects are sent as the tenant user. After the first true, it is always true: from then on,
   * a missing permission of the tenant user is an error.
   *
   * @throws ClickHouseUnavailableError if policies are required and missing, or ClickHouse does not respond
   */
  stands(): Promise<boolean>;
}

/** Creates the check of row policies. It runs with the first statement of a project and logs a missing part once. */
export function createTenantWall(options: {
  readonly mode: WallMode;
  readonly tenant: Pick<ClickHouse, 'query'>;
  readonly logger: Logger;
  /** Monotonic ms. */
  readonly now: () => number;
}): TenantWall {
  const { mode, tenant, logger, now } = options;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let current: Promise<string | null> | null = null;
  let said: string | null = null;
  const look = (): Promise<string | null> => {
    lookedAt = now();
    const looking = missingWall((query) => tenant.query(query));
    current = looking;
    // A failed check is not cached.
    looking.catch(() => {
      if (current === looking) current = null;
    });
    return looking;
  };
  return {
    async stands() {
      if (mode === 'off') return false;
      const known = current === null ? undefined : await current;
      const isOld = known !== null && now() - lookedAt >= LOOK_AGAIN_MS;
      const missing = known === undefined || isOld ? await look() : known;
      if (missing === null) return true;
      if (missing !== said) {
        said = missing;
        const means =
          mode === 'auto' ? 'queries run as the main user, without row policies' : 'no query runs';
        logger.warn(
          { reason: missing },
          `ClickHouse row policies are not in place: ${means}. Let the main user manage access and run the migrations again (docs/operations.md, "Row policies")`,
        );
      }
      if (mode === 'auto') return false;
      throw new ClickHouseUnavailableError('tenant_wall', new Error(missing));
    },
  };
}
