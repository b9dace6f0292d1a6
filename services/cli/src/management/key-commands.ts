import { personalApiKeyCreateSchema } from '@tidemark/contracts';
import {
  createPersonalApiKeyRepository,
  createProjectRepository,
  PERSONAL_API_KEY_HISTORY,
  recordChange,
} from '@tidemark/postgres';
import { Command } from 'commander';
import { checked, positiveInteger } from '../arguments';
import { CommandError, EXIT } from '../exit-codes';
import type { RunManagement } from './context';
import { findUser, operatorOf } from './context';

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
        const { key, value } = await recordChange(
          database,
          PERSONAL_API_KEY_HISTORY,
          operatorOf(user),
          async (within, tell) => {
            const issued = await createPersonalApiKeyRepository(within).create({
              userId: user.id,
              label,
              scopes,
              scopedTeams: options.project,
              scopedOrganizations: [],
            });
            tell(null, issued.key);
            return issued;
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
    .command('revoke')
    .description('make a key invalid for good; running services notice within seconds')
    .argument('<id>', 'as `key create` prints it')
    .option('--user <email>', 'whose key; the first user when absent')
    .option('--json', 'print one JSON object')
    .action((id: string, options: { readonly user?: string; readonly json?: boolean }) =>
      run(options, async ({ database, print }) => {
        const user = await findUser(database, options.user);
        const existed = await recordChange(
          database,
          PERSONAL_API_KEY_HISTORY,
          operatorOf(user),
          async (within, tell) => {
            const keys = createPersonalApiKeyRepository(within);
            tell(await keys.findById(user.id, id), null);
            return keys.delete(user.id, id);
          },
        );
        if (!existed) {
          throw new CommandError(`there is no key ${id}`, EXIT.notFound);
        }
        print({ revoked: id }, `${id} revoked`);
      }),
    );
  return group;
}
