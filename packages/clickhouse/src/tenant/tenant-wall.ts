import type { Logger } from '@tidemark/platform';
import type { ClickHouse } from '../clickhouse';
import { ClickHouseUnavailableError } from '../errors';
import { missingWall } from './check-wall';

/** `auto`: used where it stands; `required`: without it nothing is read; `off`: not used. */
export type WallMode = 'auto' | 'required' | 'off';

/** While it does not stand it is looked for again after this time. */
const LOOK_AGAIN_MS = 60_000;

export interface TenantWall {
  /**
   * Whether statements of projects go to the tenant user. Once it stands it is never left again: what the user
   * may not read from then on is an error.
   *
   * @throws ClickHouseUnavailableError when it is required and does not stand, or ClickHouse does not respond
   */
  stands(): Promise<boolean>;
}

/** Looks for the wall when the first statement of a project comes, and says once what is missing. */
export function createTenantWall(options: {
  readonly mode: WallMode;
  readonly tenant: Pick<ClickHouse, 'query'>;
  readonly logger: Logger;
  /** Milliseconds of a clock that only goes forward. */
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
    // Without a response there is nothing to remember.
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
