import type { OrganizationAuthor } from '../activity-log/history';
import type { Reader, Recorded, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import { isUniqueViolation } from '../unique-violation';
import type { Environment, EnvironmentChain } from './environment-chain';
import { ENVIRONMENT_CHAIN_HISTORY } from './environment-chain';

interface ChainFields {
  readonly name: string;
  readonly environments: readonly Environment[];
}

/**
 * `taken`: a project is already an environment of another chain. `missing`: a project does not belong to the
 * organization.
 */
type ChainSaved = EnvironmentChain | 'taken' | 'missing';

/**
 * Stores chains of environments. Every method takes the organization id and does not find chains of other
 * organizations.
 */
export interface EnvironmentChainRepository {
  /** Oldest first. */
  list(organizationId: string): Promise<readonly EnvironmentChain[]>;
  findById(organizationId: string, id: string): Promise<EnvironmentChain | null>;
  create(by: OrganizationAuthor, fields: ChainFields): Promise<ChainSaved>;
  /** Null if there is no such chain. */
  update(
    by: OrganizationAuthor,
    id: string,
    fields: Partial<ChainFields>,
  ): Promise<ChainSaved | null>;
  /** False if there is no such chain. */
  delete(by: OrganizationAuthor, id: string): Promise<boolean>;
}

export function createEnvironmentChainRepository({
  db,
  change,
}: ResourceDatabase): EnvironmentChainRepository {
  return {
    list: (organizationId) => selectChains(db, organizationId),
    findById: async (organizationId, id) => (await selectChains(db, organizationId, id))[0] ?? null,

    create: (by, { name, environments }) =>
      change<EnvironmentChain, ChainSaved>(
        ENVIRONMENT_CHAIN_HISTORY,
        by,
        async (tx, entry): Promise<Recorded<ChainSaved>> => {
          if (await isStrange(tx, by, environments)) return { result: 'missing', entries: [] };
          const { id } = await tx
            .insertInto('environment_chains')
            .values({ organization_id: by.organizationId, name, created_by_id: by.userId })
            .returning('id')
            .executeTakeFirstOrThrow();
          await writeEnvironments(tx, id, environments);
          const result = await readBack(tx, by, id);
          return { result, entries: [entry(null, result)] };
        },
      ).catch(ifTaken),

    update: (by, id, { name, environments }) =>
      change<EnvironmentChain, ChainSaved | null>(
        ENVIRONMENT_CHAIN_HISTORY,
        by,
        async (tx, entry): Promise<Recorded<ChainSaved | null>> => {
          const [before] = await selectChains(tx, by.organizationId, id);
          if (before === undefined) return { result: null, entries: [] };
          if (await isStrange(tx, by, environments ?? [])) {
            return { result: 'missing', entries: [] };
          }
          await tx
            .updateTable('environment_chains')
            .set({ name: name ?? before.name })
            .where('id', '=', id)
            .execute();
          if (environments !== undefined) {
            await tx.deleteFrom('environments').where('chain_id', '=', id).execute();
            await writeEnvironments(tx, id, environments);
          }
          const result = await readBack(tx, by, id);
          return { result, entries: [entry(before, result)] };
        },
      ).catch(ifTaken),

    delete: (by, id) =>
      change<EnvironmentChain, boolean>(ENVIRONMENT_CHAIN_HISTORY, by, async (tx, entry) => {
        const [before = null] = await selectChains(tx, by.organizationId, id);
        await tx
          .deleteFrom('environment_chains')
          .where('organization_id', '=', by.organizationId)
          .where('id', '=', id)
          .execute();
        return { result: before !== null, entries: [entry(before, null)] };
      }),
  };
}

async function selectChains(
  db: Reader,
  organizationId: string,
  id?: string,
): Promise<readonly EnvironmentChain[]> {
  const chains = await db
    .selectFrom('environment_chains')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
    .orderBy('created_at')
    .execute();
  if (chains.length === 0) return [];
  const ids = chains.map((chain) => chain.id);
  const rows = await db
    .selectFrom('environments')
    .selectAll()
    .where('chain_id', 'in', ids)
    .orderBy('position')
    .execute();
  return chains.map((chain) => ({
    id: chain.id,
    organizationId,
    name: chain.name,
    createdAt: chain.created_at,
    environments: rows
      .filter((row) => row.chain_id === chain.id)
      .map((row) => ({ projectId: row.project_id, name: row.name })),
  }));
}

async function readBack(
  tx: Writer,
  { organizationId }: OrganizationAuthor,
  id: string,
): Promise<EnvironmentChain> {
  const [chain] = await selectChains(tx, organizationId, id);
  if (chain === undefined) throw new Error(`The chain ${id} was written but not found`);
  return chain;
}

/** Whether an environment is not a project of the organization. */
async function isStrange(
  tx: Reader,
  { organizationId }: OrganizationAuthor,
  environments: readonly Environment[],
): Promise<boolean> {
  if (environments.length === 0) return false;
  const ids = [...new Set(environments.map(({ projectId }) => projectId))];
  const own = await tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute();
  return own.length < ids.length;
}

async function writeEnvironments(
  tx: Writer,
  chainId: string,
  environments: readonly Environment[],
): Promise<void> {
  if (environments.length === 0) return;
  await tx
    .insertInto('environments')
    .values(
      environments.map(({ projectId, name }, position) => ({
        project_id: projectId,
        chain_id: chainId,
        name,
        position,
      })),
    )
    .execute();
}

/** Returns `taken` for a violation of the primary key. @throws every other error */
function ifTaken(error: unknown): 'taken' {
  if (isUniqueViolation(error, 'environments_pkey')) return 'taken';
  throw error;
}
