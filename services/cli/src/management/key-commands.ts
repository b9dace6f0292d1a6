import { personalApiKeyCreateSchema } from '@tidemark/contracts';
import { createPersonalApiKeyRepository, createProjectRepository } from '@tidemark/postgres';
import { Command } from 'commander';
import { checked, positiveInteger } from '../arguments';
import { CommandError, EXIT } from '../exit-codes';
import type { RunManagement } from './context';
import { findUser } from './context';

interface CreateOptions {
  readonly scope: readonly string[];
  readonly project: readonly number[];
  readonly user?: string;
  readonly json?: boolean;
}

const collect =
  <T>(read: (text: string) => T) =>
  (text: string, before: readonly T[]): readonly T[] => [...before, read(text)];

/** `tidemark key …`: personal API keys. */
export function keyCommand(run: RunManagement): Command {
  const group = new Command('key').description('personal API keys');
  group
    .command('create')
    .description('make a key and print its value, which is never shown again')
    .argument('<label>')
    .requiredOption(
      '--scope <scope>',
      'as in action:read, or *; may be repeated',
      collect(String),
      [],
    )
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
        const { scopes } = checked(personalApiKeyCreateSchema, { label, scopes: options.scope });
        const user = await findUser(database, options.user);
        for (const id of options.project) {
          const project = await createProjectRepository(database).findById(id);
          if (project?.organizationId !== user.organizationId) {
            throw new CommandError(`there is no project ${id}`, EXIT.notFound);
          }
        }
        const { key, value } = await createPersonalApiKeyRepository(database).create({
          userId: user.id,
          label,
          scopes,
          scopedTeams: options.project,
          scopedOrganizations: [],
        });
        const { id, scopedTeams } = key;
        print(
          { id, label, value, scopes, scoped_teams: scopedTeams },
          `id    ${id}\nvalue ${value}`,
        );
      }),
    );
  group
    .command('revoke')
    .description('make a key invalid for good; running services notice within seconds')
    .argument('<id>', 'as `key create` prints it')
    .option('--user <email>', 'whose key; the first user when absent')
    .option('--json', 'print one JSON object')
    .action((id: string, options: { readonly user?: string; readonly json?: boolean }) =>
      run(options, async ({ database, print }) => {
        const user = await findUser(database, options.user);
        if (!(await createPersonalApiKeyRepository(database).delete(user.id, id))) {
          throw new CommandError(`there is no key ${id}`, EXIT.notFound);
        }
        print({ revoked: id }, `${id} revoked`);
      }),
    );
  return group;
}
