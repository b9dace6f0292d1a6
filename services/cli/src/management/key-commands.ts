import { personalApiKeyCreateSchema } from '@tidemark/contracts';
import { createPersonalApiKeyRepository, createProjectRepository } from '@tidemark/postgres';
import type { PersonalApiKey } from '@tidemark/postgres';
import { Command } from 'commander';
import { checked, positiveInteger } from '../arguments';
import { table } from '../terminal';
import { CommandError, EXIT } from '../exit-codes';
import type { RunManagement } from './context';
import { findUser, operatorOf } from './context';

interface CreateOptions {
  readonly scope: readonly string[];
  readonly project: readonly number[];
  readonly user?: string;
  readonly json?: boolean;
}

/** A key in the output of `--json`, without its value. */
function keyBody(key: PersonalApiKey): object {
  return {
    id: key.id,
    label: key.label,
    mask_value: key.maskValue,
    scopes: key.scopes,
    scoped_teams: key.scopedTeams,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}

const collect =
  <T>(read: (text: string) => T) =>
  (text: string, before: readonly T[]): readonly T[] => [...before, read(text)];

/** `tidemark key …`: personal API keys. */
export function keyCommand(run: RunManagement): Command {
  const group = new Command('key').description('personal API keys');
  group
    .command('create')
    .description('create a key and print its value, which is never shown again')
    .argument('<label>')
    .option('--scope <scope>', 'as in action:read, or *; may be repeated', collect(String), [])
    .option(
      '--project <id>',
      'only for this project; may be repeated',
      collect(positiveInteger),
      [],
    )
    .option('--user <email>', 'whose key; the first user when absent')
    .option('--json', 'print one JSON object')
    .action((label: string, options: CreateOptions) =>
      run(options, async ({ database, print }) => {
        const { scopes } = checked(
          personalApiKeyCreateSchema,
          { label, scopes: options.scope },
          { label: '<label>', scopes: '--scope (as in action:read, or *)' },
        );
        const user = await findUser(database, options.user);
        for (const id of options.project) {
          const project = await createProjectRepository(database).findById(id);
          if (project?.organizationId !== user.organizationId) {
            throw new CommandError(
              `there is no project ${id}. project list shows the projects.`,
              EXIT.notFound,
            );
          }
        }
        const { key, value } = await createPersonalApiKeyRepository(database).create(
          operatorOf(user),
          {
            userId: user.id,
            label,
            scopes,
            scopedTeams: options.project,
            scopedOrganizations: [],
          },
        );
        const { id, scopedTeams } = key;
        print(
          { id, label, value, scopes, scoped_teams: scopedTeams },
          `id    ${id}\nvalue ${value}`,
        );
      }),
    );
  group
    .command('list')
    .description('list keys without their values, the newest first')
    .option('--user <email>', 'whose keys; the first user when absent')
    .option('--json', 'print one JSON object')
    .action((options: { readonly user?: string; readonly json?: boolean }) =>
      run(options, async ({ database, print }) => {
        const user = await findUser(database, options.user);
        const keys = await createPersonalApiKeyRepository(database).list(user.id);
        const lines = keys.map((key) => [
          key.id,
          key.maskValue,
          key.scopes.join(' '),
          key.scopedTeams.join(' ') || 'all',
          key.lastUsedAt?.toISOString() ?? 'never',
          key.label,
        ]);
        print(
          { keys: keys.map(keyBody) },
          table(['ID', 'VALUE', 'SCOPES', 'PROJECTS', 'LAST USED', 'LABEL'], lines),
        );
      }),
    );
  group
    .command('revoke')
    .description('revoke a key permanently; running services reject it within seconds')
    .argument('<id>', 'the id that `key create` prints')
    .option('--user <email>', 'whose key; the first user when absent')
    .option('--json', 'print one JSON object')
    .action((id: string, options: { readonly user?: string; readonly json?: boolean }) =>
      run(options, async ({ database, print }) => {
        const user = await findUser(database, options.user);
        const keys = createPersonalApiKeyRepository(database);
        const existed = await keys.delete(operatorOf(user), user.id, id);
        if (!existed) {
          throw new CommandError(
            `this user has no key ${id}. Give the id that key create printed, or another user with --user.`,
            EXIT.notFound,
          );
        }
        print({ revoked: id }, `${id} revoked`);
      }),
    );
  return group;
}
